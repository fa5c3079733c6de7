/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_ROW_H
#define DOTPROC_TOP_TABLE_ROW_H

/* A line of the table: a task, or one that stands for a pool of threads. */

#include "top/model/model.h"

struct table_row {
    const struct task *task;     /* that keys are about */
    const struct task *figures;  /* the same, or the sums of its pool */
    const struct branch *branch; /* NULL where there is neither a forest nor pools */
};

/* The line at this place of the window's order. */
struct table_row table_row_at(const struct window *window, size_t index);

/* The task whose figures of these groups the line shows: its own, or those of its pool. */
const struct task *table_row_figures(const struct table_row *row, need_t need);

/* %CPU as it is shown: of the row's task, and of those that it hides. */
double table_row_cpu_percent(const struct model *model, const struct table_row *row);

#endif
