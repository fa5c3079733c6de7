/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_DETAIL_TEXT_H
#define DOTPROC_TOP_SCREENS_DETAIL_TEXT_H

/*
 * The text of the detail pane, by kind: for detail_pane.c. cgroup_text.c and wait_text.c write
 * those of two kinds.
 */

#include "top/model/model.h"

/* The groups of figures that this kind needs, of the pane's task alone. */
need_t detail_text_need(enum detail_kind kind);

/* The title of this kind, translated; whether it is about one task. */
const char *detail_text_title(enum detail_kind kind);
bool detail_text_is_of_task(enum detail_kind kind);

/* Writes the pane's text and its elements; false: out of memory. */
bool detail_text_write(struct model *model);

/* The text being written; `between` separates its elements. */
struct writing {
    const struct model *model;
    struct detail_pane *pane;
    const struct wait_report *report; /* of the pane's task; NULL: not read yet */
    const char *between;
    size_t left_out; /* elements after the pane's text was long enough */
    bool failed;
};

/* Adds an element: raw text, escaped here. Left out, as all after it, once the text is long enough.
 */
void detail_add_element(struct writing *writing, const char *text, size_t len);

/*
 * The part about the control group of the pane's task: its container, and of its group of version 2
 * the PSI, throttling, limits and number of other processes, as far as they are known.
 */
void cgroup_text_write(struct writing *writing, const struct task *task);

/* Writes what a task waits for and who holds that, from writing->report: a line per known fact. */
void wait_text_write(struct writing *writing, const struct task *task);

#endif
