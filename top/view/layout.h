/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_LAYOUT_H
#define DOTPROC_TOP_VIEW_LAYOUT_H

/*
 * The layout of a screen of the model's size: the lines of the summary, the visible tasks, the
 * visible fields and their widths. From top to bottom: summary, message line, header and tasks of
 * each window shown, detail pane, function keys. When the screen is too low, the summary loses
 * lines first.
 */

#include <stddef.h>

#include "top/table/table.h"

/* In alternate display each line of a pane begins with the window's number or a blank. */
#define PANE_NUMBER_CELLS 1

/* The part of the screen for one window's tasks. */
struct pane {
    struct table table;
    unsigned number; /* shown before the header in alternate display; otherwise 0 */
    size_t page;     /* number of tasks that fit */
    size_t first;    /* index in window_rows::tasks of the first visible row */
    size_t count;
    struct table_column columns[FIELD_COUNT];
    size_t column_count;
    need_t need; /* of the visible fields */
};

struct layout {
    size_t summary_lines;
    size_t detail_lines; /* of the detail pane */
    size_t rows;         /* of the screen, without the line about function keys */
    struct pane panes[WINDOW_COUNT];
    size_t pane_count;
};

/*
 * Computes the layout of the task screen. It borrows from the model, and is valid until the model
 * changes.
 */
void layout_compute(const struct model *model, struct layout *layout);

/* The pane at this row of the screen, and its line there: 0 is the header. NULL: no pane. */
const struct pane *layout_pane_at(const struct layout *layout, size_t row, size_t *line);

/*
 * The index of the first field to show so that the last one is visible, with as many others as fit.
 */
size_t layout_end_column(const struct model *model, const struct window *window);

/* The current window's pane; NULL: the window is not shown. */
const struct pane *layout_find_current(const struct layout *layout);

/* The number of tasks that fit in the current window; 0: it is not shown. */
size_t layout_page(const struct model *model);

#endif
