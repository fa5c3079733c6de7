/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_LAYOUT_H
#define DOTPROC_PS_LAYOUT_H

/*
 * Where the cells of a line go.
 *
 * Columns stand one cell apart, texts of an AIX format close to their neighbours. A cell that is
 * too long moves what follows to the right, until a later one has padding on its left to give up.
 */

#include "lib/task/moment.h"
#include "ps/format/format.h"
#include "ps/terminal.h"

/* One item of the format, and what is the same for it in every line. */
struct slot {
    const struct format_item *item;
    size_t width;      /* cells */
    size_t text_width; /* what the text is made for: the same, unless it is a set of signals */
    enum align align;  /* the column's, but that of signals by name */
    bool apart;        /* a cell stays empty between this and the next */
};

struct layout {
    struct slot *slots; /* owned */
    size_t count;
    size_t limit; /* cells of a line, or SCREEN_UNLIMITED */
};

/*
 * Lays out a format for a screen. Lines that do not fit get several whole lines of the screen;
 * signals get their full width where there is room for it, or that of a few names with
 * `signal_names`. 0 or -ENOMEM.
 */
int layout_init(struct layout *layout, const struct format *format, const struct moment *moment,
                size_t screen_columns, bool signal_names);
void layout_fini(struct layout *layout);

/* How far a line has come. An all-zero one is a line's beginning. */
struct position {
    size_t nominal; /* where the next slot should begin */
    size_t actual;  /* where the text ends */
    bool apart;     /* at least one cell must stay empty before what comes next */
};

/*
 * The cells that a text in slot `index` may take. Names, commands and wait channels, whose length
 * anybody may choose, keep to their slot, or in the last one to what is left of the line; other
 * text is as long as it is.
 */
size_t layout_room(const struct layout *layout, size_t index, const struct position *position);

/*
 * Moves on over a text of `cells` cells in slot `index`; `right` says that it stands at the right
 * of its slot. Returns how many cells stay empty before it.
 */
size_t layout_place(const struct layout *layout, size_t index, size_t cells, bool right,
                    struct position *position);

/*
 * Likewise where a delimiter stands in the place of all padding. Returns whether it comes before
 * the text.
 */
bool layout_join(const struct layout *layout, size_t index, size_t cells,
                 struct position *position);

#endif
