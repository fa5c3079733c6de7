/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_LAYOUT_H
#define DOTPROC_PS_LAYOUT_H

/*
 * Where the cells of a line go.
 *
 * Columns stand one cell apart, texts of an AIX format close to their neighbours. A cell that is
 * too long moves what follows to the right, until a later one has padding on its left to give up.
 */

#include "lib/task/system_info.h"
#include "ps/format/format.h"
#include "ps/options.h"
#include "ps/terminal.h"

/* One item of the format, and what is the same for it in every line. */
struct slot {
    const struct format_item *item;
    size_t start;      /* cells before it in a line where nothing is too long */
    size_t width;      /* cells */
    size_t text_width; /* what the text is made for: the same, unless it is a set of signals */
    size_t room;       /* cells that a text may take; 0: what is left of the line */
    size_t least;      /* cells that a task's text takes at least, with blanks in front */
    enum align align;  /* the column's, but that of signals by name */
    bool right;        /* short texts stand at the right */
    bool apart;        /* a cell stays empty between the slot before and this */
};

struct layout {
    struct slot *slots; /* owned */
    size_t count;
    size_t limit; /* cells of a line, or SCREEN_UNLIMITED */
    char filler;  /* what cells that stay empty are filled with */
};

/*
 * Lays out a format for a screen. Lines that do not fit get several whole lines of the screen;
 * signals get their full width where there is room for it, or that of a few names where the options
 * ask for names. With a delimiter, that stands in the place of all padding. 0 or -ENOMEM.
 */
int layout_init(struct layout *layout, const struct format *format,
                const struct system_info *system, size_t screen_columns,
                const struct ps_options *options);
void layout_fini(struct layout *layout);

/*
 * The cells that a text in slot `index` may take in a line that has reached so many. Names,
 * commands and wait channels, whose length anybody may choose, keep to their slot, or in the last
 * one to what is left of the line; other text is as long as it is.
 */
size_t layout_room(const struct layout *layout, size_t index, size_t reached);

/* How many cells stay empty before a text of `cells` cells. */
size_t layout_gap(const struct layout *layout, size_t index, size_t cells, size_t reached);

#endif
