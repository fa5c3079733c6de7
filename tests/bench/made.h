/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BENCH_MADE_H
#define DOTPROC_TESTS_BENCH_MADE_H

/* Listings of tasks that are made up, to time what ps does once they are read. */

#include "lib/task/snapshot.h"
#include "ps/options.h"

/* A listing: tasks, and the options of a command line. */
struct made {
    struct snapshot snapshot;
    struct ps_options options;
    struct name_cache *names;
    struct forest_row *rows;
};

/* Who is whose child. */
enum made_shape {
    MADE_THREADS, /* one process of many threads */
    MADE_CHAIN,   /* each the child of the one before */
    MADE_STAR,    /* all children of the first */
};

/* Ends the program with a message when something is wrong with the words or there is no memory. */
void made_init(struct made *made, enum made_shape shape, size_t count, char *const words[]);
void made_fini(struct made *made);

/* CPU time in milliseconds of this process that ordering, or printing to /dev/null, takes. */
double made_order_ms(struct made *made);
double made_print_ms(struct made *made);

/* The least of several tries of `measure`. */
double made_least_ms(struct made *made, double (*measure)(struct made *made));

#endif
