/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The growth of the time to build and print a forest: twice as many tasks may take little more than
 * twice the time, for a chain (each the child of the one before) and for a star (all children of
 * one).
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench/figures.h"
#include "bench/synthetic.h"

#define ROWS 100000

/* Without a screen a row of the chain has all its levels: the text itself is a square. */
#define COLUMNS 150

/* n log n would give 2.13, and caches are of one size for both. A square gives 4. */
#define BAR 3.0

static double build_and_print_ms(struct synthetic_listing *listing)
{
    return synthetic_order_ms(listing) + synthetic_print_ms(listing);
}

static double measure(enum synthetic_shape shape, size_t count)
{
    char *words[] = {(char[]){"ps"}, (char[]){"-eH"}, NULL};
    struct synthetic_listing listing;
    double ms;

    synthetic_init(&listing, shape, count, words);
    listing.columns = COLUMNS;
    ms = synthetic_median_ms(&listing, build_and_print_ms);
    synthetic_fini(&listing);
    return ms;
}

static bool passes(const char *name, enum synthetic_shape shape)
{
    const double half = measure(shape, ROWS / 2);
    const double whole = measure(shape, ROWS);
    const double ratio = whole / half;

    printf("forest of %d, a %-7s %6.1f ms, of half as many %6.1f: %.2f times", ROWS, name, whole,
           half, ratio);
    return at_most(ratio, BAR);
}

int main(void)
{
    const bool chain = passes("chain", SHAPE_CHAIN), star = passes("star", SHAPE_STAR);

    return chain && star ? EXIT_SUCCESS : EXIT_FAILURE;
}
