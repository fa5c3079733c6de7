/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The CPU time that ps takes to make text of 16,000 threads with the columns of -eLf. */
#include <stdio.h>
#include <stdlib.h>

#include "bench/figures.h"
#include "bench/synthetic.h"

#define ROWS   16000
#define BAR_MS 4.0

int main(void)
{
    char *words[] = {(char[]){"ps"}, (char[]){"-eLf"}, NULL};
    struct synthetic_listing listing;
    double ms;

    synthetic_init(&listing, SHAPE_THREADS, ROWS, words);
    synthetic_order_ms(&listing);
    ms = synthetic_median_ms(&listing, synthetic_print_ms);
    synthetic_fini(&listing);
    printf("text of %d rows of -eLf   %6.1f ms", ROWS, ms);
    return at_most(ms, BAR_MS) ? EXIT_SUCCESS : EXIT_FAILURE;
}
