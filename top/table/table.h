/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_TABLE_H
#define DOTPROC_TOP_TABLE_TABLE_H

/*
 * A window as a table: which rows it has (arrange.c, groups.c), its columns and their widths, the
 * values of its rows (table.c, group_row.c), and the text of its cells (cells.c).
 */

#include "lib/base/buf.h"
#include "top/model/model.h"
#include "top/model/sample.h"
#include "top/model/window.h"

/*
 * arrange.c: selects and sorts the rows of all windows that are shown, struct window_rows. Returns
 * whether the cursor of the current window has lost its task now.
 *
 * After an event that has set model->rows_stale, update() calls it and names a lost task. A command
 * calls it before that if it goes on with the new rows (F, \), or if it has a message of its own,
 * and the lost cursor's dimmed row has to do (*, the tasks of a control group).
 */
bool table_arrange(struct model *model);

/* table.c: columns, and the values of rows. */

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

/* The column of a field, with its minimum width. The layout widens those of flexible width. */
struct table_column table_column_of(const struct table *table, enum field_id id);

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

/* Of a row with is_ended: what the row's tasks have in common. */
const struct task_ended *table_row_ended(const struct table_row *row);

/* The value of a field: of the task, or of its group, see group_value(). */
struct value table_row_value(const struct table_row *row, enum field_id id,
                             const struct column *column, const struct column_context *context);

/*
 * Whether some of these groups of figures were not read so far. For a group the scan must have read
 * them of all members. What is not known of exited tasks will not be.
 */
bool table_row_lacks(const struct table_row *row, need_t need, const struct sample *sample);

/* Whether c shows its command line. Of groups only a program of one process has one. */
bool table_row_shows_line(const struct table *table, const struct table_row *row);

/* What it needs of the needs of some columns: a group with a label shows no command line. */
need_t table_row_need(const struct table *table, const struct table_row *row, need_t need);

/* %CPU as shown: of the row's task and of the tasks hidden below it. */
double table_row_cpu_percent(const struct model *model, const struct table_row *row);

/*
 * groups.c: tasks as groups. Those with the same keys (model/groups.h) share a row, which v opens.
 * Keys that act on a task act on the first member of such a row, which shows a struct group_row.
 */

/*
 * Groups the window's rows, which are the selected tasks of the sample, and sorts the groups, and
 * the members of open ones below them, by the window's field; of equal groups the largest comes
 * first. A pool of a single thread stays a task. When grouping by control group, tasks that exited
 * before it was read are left out. The rows stay ungrouped if the scan did not read the keys, and
 * some task lacks them. False when memory is short.
 */
bool groups_arrange(const struct table *table, struct window *window);

/* group_row.c: what the row of a group shows: its label, its average number of threads, values. */

/*
 * Adds the sizes of the window's groups to its averages and sets group_row::threads, unless the
 * sample has no waits or is an earlier one: averages are of the present. Groups of exited tasks
 * have none. False when memory is short.
 */
bool averages_put(const struct model *model, struct window *window);

/*
 * Sets group_row::program, and the name of a group's task to the group's label, raw (see escape.h).
 * Names that are not known yet are looked up; until then the label has a number or an ID. False
 * when memory is short.
 */
bool group_label_set(struct group_row *row, enum group_by by, const struct sample *sample,
                     const struct column_context *context);

/*
 * What a field shows of a group: the sum or maximum of a figure that has one, otherwise the value
 * that all members share, or VALUE_NONE. PID is that of the only process. A text lives as long as
 * the sample and the names of the context.
 */
struct value group_value(const struct group_row *group, enum field_id id,
                         const struct column *column, const struct column_context *context);

/* The value to sort groups by. */
struct value group_sort_value(const struct group_row *group, enum field_id id,
                              const struct column *column, const struct column_context *context);

/* ended_rows.c: the rows of exited tasks among those of a window. */

/*
 * Limits the rows of exited tasks, which are the last ones so far, from `first` on: removes those
 * of 0.0 %CPU, sorts them by %CPU and, if they take more than a third of the page, replaces the
 * smallest by one row at the end. Batch mode keeps all rows. False: out of memory.
 */
bool ended_rows_limit(const struct model *model, struct window *window, size_t first);

/* Appends the text of such a row: ended_put_name(), or "... 12 more, 0.4 %CPU" for the last one. */
void ended_rows_put(struct buf *out, const struct table *table, const struct table_row *row);

/* cells.c: one field of one row as text that fits its column. */

/* Whether a cell has no figure: not read, not read yet, or a difference in the first scan. */
bool cell_is_missing(const struct table *table, const struct table_column *column,
                     const struct table_row *row);

/*
 * The figure that a cell shows: of a difference in the interval the rate per second, of growth that
 * per minute, of a time that is a share %CPU; of other fields the value itself.
 */
struct value cell_value(const struct table *table, const struct table_column *column,
                        const struct table_row *row);

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
 * scale.c: numbers in cells. Each function appends the most exact form of a number that is at most
 * `width` characters long, without padding, or "?" when none fits. The forms are stock top's:
 * 976.6m, 9.5g; 59:59.00, then 16,39 (hours, minutes), 4d+3h, 14w+2d. The text is ASCII, so each
 * character is a cell. Pure functions.
 */

/* A size, at least in this unit; KiB have no letter. */
void scale_memory(struct buf *out, uint64_t kib, enum memory_unit unit, size_t width);

/* A count, divided by 1024 until it fits: 98k. */
void scale_count(struct buf *out, uint64_t count, size_t width);

/* A duration in this form, or in the first later one that fits. */
void scale_time(struct buf *out, uint64_t ns, enum time_form form, size_t width);

/* A percentage with `decimals` places, or with fewer if they do not fit. */
void scale_percent(struct buf *out, double percent, unsigned decimals, size_t width);

#endif
