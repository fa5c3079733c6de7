/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_TABLE_H
#define DOTPROC_TOP_TABLE_TABLE_H

/*
 * A window as a table: its columns and their widths, its rows and their values. arrange.h selects
 * the rows, cells.h writes the text.
 */

#include "top/model/model.h"
#include "top/model/sample.h"
#include "top/model/window.h"

struct table {
    const struct model *model;
    const struct window *window;
    struct column_context context; /* values of cells depend on it */
};

struct table_column {
    enum field_id id;
    const struct field *field;
    const struct column *column;
    bool left; /* left-justified */
    size_t width;
    size_t skip; /* cells of the text scrolled past the left edge */
};

/* The window as a table; both are borrowed. */
struct table table_of(const struct model *model, const struct window *window);

/*
 * Makes the column of a field, with its minimum width; false: the field has none. The layout widens
 * columns of flexible width.
 */
bool table_place_column(const struct table *table, enum field_id id, struct table_column *out);

/* A row of the table: a task, or a group of them. */
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

/* The value to sort groups by. */
struct value group_sort_value(const struct group_row *group, enum field_id id,
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
