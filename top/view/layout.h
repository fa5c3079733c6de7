/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_LAYOUT_H
#define DOTPROC_TOP_VIEW_LAYOUT_H

/*
 * Where everything goes on a screen of the model's size: how many lines the summary has, which
 * tasks are visible, and which fields, how wide. From top to bottom: summary, message line, then
 * for each window that is shown its header and its tasks, and the detail pane. On a screen that is
 * too low for all the summary gives way first.
 */

#include <stddef.h>

#include "top/table/column.h"

/* In alternate display each line of a pane begins with the window's number or a blank. */
#define PANE_NUMBER_CELLS 1

/* The part of the screen that one window has for its tasks. */
struct pane {
    struct table table;
    unsigned number; /* stands in front of the header; 0: it is the only pane */
    size_t page;     /* tasks that there is room for */
    size_t first;    /* of window::order */
    size_t count;
    struct table_column columns[FIELD_COUNT];
    size_t column_count;
    need_t need; /* of the visible fields */
};

struct layout {
    size_t summary_lines;
    size_t detail_lines; /* of the detail pane */
    struct pane panes[WINDOW_COUNT];
    size_t pane_count;
};

void layout_compute(const struct model *model, struct layout *layout);

/* What stands in this row of the screen, and the line of it: 0 is the header. NULL: no pane. */
const struct pane *layout_pane_at(const struct layout *layout, size_t row, size_t *line);

/* The window's field to begin with so that its last one is on the screen, and as many as can be. */
size_t layout_end_column(const struct model *model, const struct window *window);

/* The tasks that there is room for in the current window; 0 when it is not shown. */
size_t layout_page(const struct model *model);

/* Lines that the summary would like to have. */
size_t layout_summary_lines(const struct model *model);

#endif
