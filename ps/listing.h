/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_LISTING_H
#define DOTPROC_PS_LISTING_H

/*
 * A listing: ordered tasks or groups of them, made from a snapshot (arrangement.h), to be written
 * as lines of text or as JSON; and the layout of its lines.
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

/*
 * listing.c: the layout of a line.
 *
 * Columns are one cell apart; texts of an AIX format have no gap. A cell that is too long shifts
 * the following ones to the right, until one with padding on its left absorbs the excess.
 */

/* The layout of one item of the format, the same in every line. */
struct slot {
    const struct format_item *item;
    size_t start;      /* cells before it in a line without long cells */
    size_t width;      /* cells */
    size_t text_width; /* width of the text: the same, except for signal masks */
    size_t room;       /* the maximum width of a text; 0: the rest of the line */
    size_t least;      /* the minimum width of a task's text, with leading blanks */
    enum align align;  /* the column's, except for signal names */
    bool right;        /* right-aligned */
    bool apart;        /* an empty cell separates it from the slot before */
};

struct layout {
    struct slot *slots; /* owned */
    size_t count;
    size_t limit; /* cells of a line, or SCREEN_UNLIMITED */
    char filler;  /* fills empty cells */
};

/*
 * Lays out a format for a screen. Lines that do not fit take several whole lines of the screen;
 * signal masks get their full width if there is room, and lists of names a fixed width. A delimiter
 * replaces all padding, but the last column has the room that it has without one. 0 or -ENOMEM.
 */
int layout_init(struct layout *layout, const struct format *format,
                const struct system_info *system, size_t screen_columns,
                const struct ps_options *options);
void layout_fini(struct layout *layout);

/*
 * The maximum width of a text in slot `index` of a line that already has `reached` cells. Names,
 * commands and wait channels, whose length a user may choose, are limited to their slot or, in the
 * last one, to the rest of the line; other text is not limited.
 */
size_t layout_room(const struct layout *layout, size_t index, size_t reached);

/* The number of empty cells before a text of `cells` cells. */
size_t layout_gap(const struct layout *layout, size_t index, size_t cells, size_t reached);

#endif
