/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_PRINTING_H
#define DOTPROC_PS_PRINTING_H

/*
 * The rows of a listing on their way to the output: all at once or, where their order is that of
 * the scan, in parts while others are still read. The bytes are the same.
 *
 * Who takes over from a reader that is stuck reads all tasks again and goes on with the same
 * printing: rows that were printed already are left out.
 */

#include <stdint.h>

#include "ps/arrange.h"
#include "ps/out_text.h"
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

/* To be called before each reading, whose rows are printed from then on. 0 or -ENOMEM. */
int printing_begin(struct printing *printing, const struct reading *reading);
void printing_fini(struct printing *printing);

/* What prints rows while they are read, for reading_take(); NULL where that cannot be. */
struct row_sink *printing_sink(struct printing *printing);

/*
 * Prints the rows that the reading has left. 0; -ENOMEM, also for a name that was not found out for
 * that; or -errno when the output cannot be written.
 */
int printing_finish(struct printing *printing, struct snapshot *snapshot);

#endif
