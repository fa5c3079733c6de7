/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_ROW_H
#define DOTPROC_TOP_TABLE_ROW_H

/* A row of the table: a task, or a pool of threads. */

#include "top/model/model.h"

struct table_row {
    const struct task *task;     /* the one that keys act on */
    const struct task *figures;  /* the same, or the sums of its pool */
    const struct branch *branch; /* NULL without a forest and pools */
};

/* The row at this index of the window's order. */
struct table_row table_row_at(const struct window *window, size_t index);

/* The task whose figures of these groups the row shows: its own, or the sums of its pool. */
const struct task *table_row_figures(const struct table_row *row, need_t need);

/* %CPU as shown: of the row's task and of those hidden below it. */
double table_row_cpu_percent(const struct model *model, const struct table_row *row);

#endif
