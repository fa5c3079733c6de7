/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_LAYOUT_H
#define DOTPROC_PS_LAYOUT_H

/*
 * The layout of a line of a listing.
 *
 * Columns are one cell apart; texts of an AIX format have no gap. A cell that is too long shifts
 * the following ones to the right, until one with padding on its left absorbs the excess.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/column/column.h"
#include "lib/task/snapshot.h"
#include "ps/format/format.h"
#include "ps/options.h"

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
 * signal masks get their full width if there is room, and lists of names a fixed width. Without a
 * screen, texts of groups are whole: two of them must not look the same. A delimiter replaces all
 * padding, but the last column has the room that it has without one. 0 or -ENOMEM.
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
