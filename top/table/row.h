/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_ROW_H
#define DOTPROC_TOP_TABLE_ROW_H

/* A row of the table: a task, or a group of them. */

#include "top/model/model.h"

struct table_row {
    const struct task *task;     /* the task that keys act on */
    const struct task *figures;  /* the same, or those of its group */
    const struct branch *branch; /* NULL without a forest and groups */
};

/* The row at this index of the window's order. */
struct table_row table_row_at(const struct window *window, size_t index);

/* The group that the row shows, or NULL. */
const struct group_row *table_row_group(const struct table_row *row);

/* The value of a field: of the task, or of its group, see group_value(). */
struct value table_row_value(const struct table_row *row, enum field_id id,
                             const struct column *column, const struct column_context *context);

/*
 * Whether some of these groups of figures were not read so far. For a group the scan must have read
 * them of all members. What is not known of exited tasks will not be.
 */
bool table_row_lacks(const struct table_row *row, need_t need, const struct sample *sample);

/* %CPU of a single task of the sample that has used so much. */
double table_task_cpu_percent(const struct model *model, uint64_t cpu_ns);

/* %CPU as shown: of the row's task and of the tasks hidden below it. */
double table_row_cpu_percent(const struct model *model, const struct table_row *row);

#endif
