/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_DETAIL_PANE_H
#define DOTPROC_TOP_SCREENS_DETAIL_PANE_H

/*
 * The pane at the bottom of the screen: its keys, its text and its view.
 *
 * It shows a list of elements, such as the arguments of a command line, wrapped over its lines; Tab
 * selects one after the other. They depend on the width of the screen and on the current sample.
 */

#include "top/model/model.h"
#include "top/view/frame.h"
#include "top/view/view.h"

/*
 * Opens the pane with this enum detail_kind for the task that keys act on; closes it if the same
 * key opened it.
 */
void detail_pane_toggle(struct model *model, int kind);
void detail_pane_close(struct model *model);

/*
 * Selects the next (1) or the previous (-1) element; after the last one none is selected. First
 * scrolls through an element that is higher than the pane.
 */
void detail_pane_select(struct model *model, int direction);

/* Writes the text and breaks it into lines: to be called after each event. */
void detail_pane_refresh(struct model *model);

/*
 * The index of the first of `room` lines to show, so that part of the selected element is visible.
 */
size_t detail_pane_first_line(const struct detail_pane *pane, size_t room);

/* Draws its lines of the layout, if any, at the end of the screen. */
void detail_pane_view(const struct model *model, const struct layout *layout, struct frame *frame);

/* detail_text.c: its text, by kind. */

/* The groups of figures that this kind needs, of the pane's task alone. */
need_t detail_text_need(enum detail_kind kind);

/* The title of this kind, translated; whether it is about one task. */
const char *detail_text_title(enum detail_kind kind);
bool detail_text_is_of_task(enum detail_kind kind);

/* Writes the pane's text and its elements; false: out of memory. */
bool detail_text_write(struct model *model);

/* Appends a part to a list; false: out of memory. */
bool detail_part_add(struct detail_parts *parts, size_t offset, size_t bytes);

/* The text being written; `between` separates its elements. */
struct writing {
    const struct model *model;
    struct detail_pane *pane;
    const struct wait_report *report; /* of the pane's task; NULL: not read yet */
    const char *between;
    size_t left_out; /* elements after the pane's text was long enough */
    bool failed;
};

/*
 * Adds an element: raw text, escaped here. Left out, as all after it, once the text is long enough.
 */
void detail_add_element(struct writing *writing, const char *text, size_t len);

/*
 * cgroup_text.c: the control groups of the pane's task, its container, and of its group of version
 * 2 the PSI, throttling, limits and number of other processes, as far as they are known.
 */
void cgroup_text_write(struct writing *writing, const struct task *task);

/* wait_text.c: what a task waits for and who holds that, from writing->report: a line per fact. */
void wait_text_write(struct writing *writing, const struct task *task);

#endif
