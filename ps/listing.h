/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_LISTING_H
#define DOTPROC_PS_LISTING_H

/*
 * A listing: ordered tasks or groups of them, made from a snapshot (arrangement.h), to be written
 * as lines of text or as JSON.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lib/base/buf.h"
#include "lib/query/forest.h"
#include "lib/query/group.h"
#include "lib/task/snapshot.h"
#include "lib/text/json.h"
#include "ps/format/format.h"
#include "ps/options.h"
#include "ps/terminal.h"

struct listing {
    const struct ps_options *options;
    const struct column_context *context;
    struct screen screen;
    const struct format *format;

    /*
     * The rows: tasks or, unless `groups` is NULL, groups with a value for each item of the format.
     * Then `rows` is NULL or, of control groups, has only their depths: tasks are NULL.
     */
    const struct forest_row *rows;
    const struct group_list *groups;
    size_t count;
};

/* Whether a row of this kind shows the column: with m some columns are only for the other kind. */
static inline bool listing_shows(const struct listing *listing, const struct column *column,
                                 enum task_kind kind)
{
    if (listing->options->rows != SHOW_BOTH)
        return true;
    return column->figure->row_class != (kind == TASK_THREAD ? ROW_PROCESS : ROW_THREAD);
}

/* As output_flush(); returns also the error of a name that could not be looked up. */
int listing_write(const struct listing *listing, struct buf *collected, FILE *out);

/*
 * Output is collected in a buffer and written in large pieces: writers flush when this many bytes
 * are collected.
 */
#define OUTPUT_FLUSH_AT 65536

/* Writes and clears the buffer. 0, -ENOMEM if it has failed, or -errno of the write. */
int output_flush(struct buf *collected, FILE *out);

/* Closes the stream: only then all output is known to be written. 0 or -errno. */
int output_close(FILE *out);

/* out_text.c: rows as lines of text. */
struct text_writer;

/*
 * Prepares to write rows in the format of this listing, which is borrowed until the next
 * out_text_put(). 0 or -ENOMEM; *writer is to be closed with out_text_close().
 */
int out_text_open(const struct listing *listing, FILE *out, struct text_writer **writer);

/*
 * Writes the rows of a listing, which follow those written before, after a heading if they are the
 * first. A forest must be written in one call. The listing may differ from the previous one only in
 * its rows. 0, -ENOMEM, or -errno when `out` cannot be written.
 */
int out_text_put(struct text_writer *writer, const struct listing *listing);
void out_text_close(struct text_writer *writer);

/* Opens, writes all rows, and closes. */
int out_text_write(const struct listing *listing, FILE *out);

/*
 * out_json.c: rows as JSON, an object for each, with the columns' specifiers as keys. Headings,
 * widths, text between columns and branches are not used.
 *
 * Writes an array, or with OUTPUT_JSON_LINES an object on each line. 0, -ENOMEM, or -errno when
 * `out` cannot be written.
 */
int out_json_write(const struct listing *listing, struct json *json, FILE *out);

#endif
