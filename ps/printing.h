/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_PRINTING_H
#define DOTPROC_PS_PRINTING_H

/*
 * Prints the rows of a listing: all at once or, if their order is that of the scan, in parts while
 * others are read. The output is the same.
 *
 * A thread that takes over from a stuck reader reads all tasks again and continues with the same
 * struct: rows that were printed already are left out.
 */

#include <stddef.h>
#include <stdint.h>

#include "ps/arrangement.h"
#include "ps/listing.h"
#include "ps/reading.h"

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
