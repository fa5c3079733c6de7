/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_TABLE_H
#define DOTPROC_TOP_TABLE_TABLE_H

/* A window as a table of cells: its columns and their widths, its rows and their values. */

#include "lib/base/buf.h"
#include "top/base/limits.h"
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

/*
 * arrange.c. Selects and sorts the rows of all windows that are shown: struct window_rows. To be
 * called after a change of the sample, or of a setting that the rows depend on.
 */
void table_arrange(struct model *model);

/*
 * Makes this window the current one; or the next (1) or the previous (-1) one. Both arrange the
 * tables.
 */
void table_switch_window(struct model *model, size_t index);
void table_step_window(struct model *model, int by);

/* cells.c: one field of one task as text that fits its column. */

/* Whether a cell has no figure: not read, not read yet, or a difference in the first scan. */
bool cell_is_missing(const struct table *table, const struct table_column *column,
                     const struct task *task);

/*
 * The value of a field that is a rate, out of the difference in the interval: per second, growth
 * per minute, rounded. Of other fields the value itself.
 */
struct value cell_rate(const struct field *field, const struct value *difference,
                       uint64_t interval_ns);

/*
 * Appends the cell's text: escaped, not padded, at most column->width cells wide; cut text ends in
 * '+'. Returns its width in cells.
 */
size_t cell_put(struct buf *out, const struct table *table, const struct table_column *column,
                const struct table_row *row);

/* Where a cell's own text is in a row's: bytes, and its width in cells. */
struct cell_place {
    size_t at, len, cells;
};

/* As cell_put(), padded to the width of the column and followed by a blank. */
struct cell_place cell_put_padded(struct buf *out, const struct table *table,
                                  const struct table_column *column, const struct table_row *row);

/*
 * groups.c. Tasks as groups: those with the same keys (model/groups.h) share a row, which v opens.
 * Keys that act on a task act on the first member of such a row, which shows a struct group_row.
 */

/*
 * Groups the window's rows, which are the selected tasks of the sample, and sorts the groups, and
 * the members of open ones below them, by the window's field; of equal groups the largest comes
 * first. A pool of a single thread stays a task. When grouping by control group, tasks that exited
 * before it was read are left out; until it has been read of any task, the rows stay ungrouped.
 * False when memory is short.
 */
bool groups_arrange(const struct table *table, struct window *window);

/*
 * group_label.c. Sets group_row::program, and the name of a group's task to the group's label, raw
 * (see escape.h). Names that are not known yet are looked up; until then the label has a number or
 * an ID. False when memory is short.
 */
bool group_label_set(struct group_row *row, enum group_by by, const struct sample *sample,
                     const struct column_context *context);

/* rows.c: rows of the other tables, the map and that of control groups; those of exited tasks. */

/*
 * Makes and sorts the map's rows from the threads that the current window selects. Rows of pools
 * that already had one keep the levels of their last minute. False: out of memory, and the map has
 * no rows.
 */
bool map_rows_arrange(struct model *model);

/*
 * Makes the rows of model::cgroups from the current sample, sorted and filtered. The cursor follows
 * its group. False when memory is short.
 */
bool cgroup_rows_arrange(struct model *model);

/* Moves the cursor to a row, at most the last one. */
void cgroup_rows_set_cursor(struct cgroup_list *list, size_t row);

/* Appends what the first column shows, raw: the name or the path, in a tree with blanks before. */
void cgroup_rows_put_name(const struct model *model, const struct cgroup *row, struct buf *out);

/*
 * Limits the rows of exited tasks, which are the last ones so far, from `first` on: removes those
 * of 0.0 %CPU, sorts them by %CPU and, if they take more than a third of the page, replaces the
 * smallest by one row at the end. Batch mode keeps all rows. False: out of memory.
 */
bool ended_rows_limit(const struct model *model, struct window *window, size_t first);

/*
 * Writes the text of such a row: that of ended_write_name(), or "... 12 more, 0.4 %CPU" for the one
 * at the end. Returns the length of the uncut text.
 */
size_t ended_rows_write(char *text, size_t size, const struct model *model,
                        const struct table_row *row, const struct window_rows *rows);

#endif
