/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_DETAIL_TEXT_H
#define DOTPROC_TOP_SCREENS_DETAIL_TEXT_H

/* The text of the detail pane for each kind. Files for it are read only for the pane's task. */

#include "top/model/model.h"

/* The groups of figures that this kind needs. */
need_t detail_text_need(enum detail_kind kind);

/* The title of this kind, translated. */
const char *detail_text_title(enum detail_kind kind);

/* Writes the pane's text and its elements; false: out of memory. */
bool detail_text_write(const struct model *model, struct detail_pane *pane);

/*
 * For the files that write the text of the detail pane: detail_text.c calls what cgroup_text.c and
 * wait_text.c have for their kinds.
 */

/* The text being written; `between` separates its elements. */
struct writing {
    struct detail_pane *pane;
    const struct column_context *context;
    const struct wait_report *report; /* of the pane's task; NULL: not read yet */
    const char *between;
    bool failed;
};

/* Adds an element: raw text, escaped here. Left out if the pane's text would be too long. */
void detail_add_element(struct writing *writing, const char *text, size_t len);

/*
 * The part about the control group of the pane's task: its container, and of its group of version 2
 * the PSI, throttling, limits and number of other processes, as far as they are known.
 */
void cgroup_text_write(struct writing *writing, const struct model *model);

/* Writes what a task waits for and who holds that, from writing->report: a line per known fact. */
void wait_text_write(struct writing *writing, const struct task *task);

#endif
