/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_BENCH_SYNTHETIC_H
#define DOTPROC_BENCH_SYNTHETIC_H

/* Synthetic listings of tasks, to measure ps without reading. */

#include "lib/task/snapshot.h"
#include "ps/options.h"

/* A listing: tasks, and the options of a command line. */
struct synthetic_listing {
    struct snapshot snapshot;
    struct ps_options options;
    struct name_cache *names;
    struct forest_row *rows;
    size_t columns; /* of the screen; SCREEN_UNLIMITED unless set after synthetic_init() */
};

/* The shape of the forest. */
enum synthetic_shape {
    SHAPE_THREADS, /* one process of many threads */
    SHAPE_CHAIN,   /* each the child of the one before */
    SHAPE_STAR,    /* all children of the first */
};

/* Exits with a message if the words are wrong or memory is short. */
void synthetic_init(struct synthetic_listing *listing, enum synthetic_shape shape, size_t count,
                    char *const words[]);
void synthetic_fini(struct synthetic_listing *listing);

/* CPU time in milliseconds of this process that ordering, or printing to /dev/null, takes. */
double synthetic_order_ms(struct synthetic_listing *listing);
double synthetic_print_ms(struct synthetic_listing *listing);

/* The median of several tries of `measure`. */
double synthetic_median_ms(struct synthetic_listing *listing,
                           double (*measure)(struct synthetic_listing *listing));

#endif
