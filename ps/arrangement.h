/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_ARRANGEMENT_H
#define DOTPROC_PS_ARRANGEMENT_H

/* From a snapshot to the rows of a listing: sorted, as a forest, or grouped; and printing these. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/query/forest.h"
#include "lib/query/group.h"
#include "lib/task/snapshot.h"
#include "ps/listing.h"
#include "ps/options.h"
#include "ps/reading.h"

/* --group-by: sorted groups of tasks, and their format. Zero-initialise. */
struct ps_groups {
    struct group_list list; /* rows begin with the values of the format's items */
    struct format format;   /* that of the options, widened to the contents */
};

/* Owns the rows of a listing. Zero-initialise. */
struct arrangement {
    struct forest_row *rows;
    size_t capacity;
    struct ps_groups groups;
};

/* The column context for these options; `live` as in struct source. */
struct column_context arrangement_context(const struct ps_options *options,
                                          const struct snapshot *snapshot, struct name_cache *names,
                                          bool live);

/*
 * Sets the format and the rows of a listing, whose options and context are set; they are valid as
 * long as both the arrangement and the snapshot. 0 or -ENOMEM.
 */
int arrangement_make(struct arrangement *arrangement, struct snapshot *snapshot,
                     struct listing *listing);
void arrangement_fini(struct arrangement *arrangement);

/*
 * Puts all tasks of the snapshot into `rows`, which has room for them; without a tree every depth
 * is 0. Threads that are shown below their process stay there. 0 or -ENOMEM.
 */
int arrangement_order(struct snapshot *snapshot, const struct ps_options *options,
                      const struct column_context *context, struct forest_row *rows);

/*
 * Prints the rows of a listing: all at once or, if their order is that of the scan, in parts while
 * others are read. The output is the same.
 *
 * A thread that takes over from a stuck reader reads all tasks again and continues with the same
 * struct: rows that were printed already are left out.
 */

/* Zero-initialise, and set options, screen and json before anything is printed. */
struct printing {
    struct row_sink sink; /* the first member */
    const struct ps_options *options;
    struct screen screen;
    struct json *json; /* borrowed; NULL for text */

    /* Of this module. */
    struct name_cache *names;
    struct column_context context;
    struct listing listing;
    struct arrangement arrangement;
    struct text_writer *writer; /* NULL until something was printed as text */
    uint64_t last_key;          /* of the rows printed in parts: task_key() */
    size_t count;               /* rows printed */
    int result;                 /* 0, or -errno: nothing more is printed */
};

/* Called before each reading, whose rows are printed from then on. 0 or -ENOMEM. */
int printing_begin(struct printing *printing, const struct reading *reading);
void printing_fini(struct printing *printing);

/*
 * The sink that prints rows while others are read, for reading_take(); NULL if the order does not
 * allow it.
 */
struct row_sink *printing_sink(struct printing *printing);

/*
 * Prints the remaining rows. 0; -ENOMEM, also if a name could not be looked up for lack of memory;
 * or -errno when the output cannot be written.
 */
int printing_finish(struct printing *printing, struct snapshot *snapshot);

#endif
