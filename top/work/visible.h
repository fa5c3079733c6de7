/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_VISIBLE_H
#define DOTPROC_TOP_WORK_VISIBLE_H

/*
 * What the rows on the screen, and the window at its bottom, show and the scan did not bring:
 * costly figures are read of these few tasks alone.
 */

#include "top/model/model.h"

/* What one row lacks. */
struct visible_lack {
    pid_t tgid, tid;
    enum task_kind kind;
    need_t need;
};

/* What all of them lack; zero-initialise. */
struct visible_list {
    struct visible_lack *rows;
    size_t count, capacity;
};

void visible_list_fini(struct visible_list *list);

/*
 * Appends to the list. Figures that `before` has, the reading shown until now or NULL, are taken
 * over from there at once: they are shown until they have been read again. Where memory is short
 * model->failed says so.
 */
void visible_list_lacks(struct model *model, const struct reading *before,
                        struct visible_list *list);

/* The row of a task in a reading, or NULL. */
struct task *visible_find_row(const struct reading *reading, const struct task *task);

#endif
