/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_INTERNAL_H
#define DOTPROC_TOP_TABLE_INTERNAL_H

/* What the files of this folder share: the quick filter, and rows that are no tasks. */

#include "lib/base/buf.h"
#include "top/model/groups.h"
#include "top/model/pattern.h"
#include "top/table/table.h"

/*
 * quick_filter.c: the filter of the key \, which applies while it is typed. It keeps rows whose
 * COMMAND matches the pattern, as shown on a wide screen and without branches; of a group, that of
 * a member. A number also keeps the process with this PID and all its threads. If command lines are
 * shown and a task's was not read yet, its name is matched.
 */
struct quick_filter {
    const struct table *table;
    bool is_on; /* false: all rows stay, as there is no pattern or a bad one */
    struct matcher matcher;
    int64_t pid; /* -1: the pattern is not a number */
    struct table_column command;
};

/* Compiles the filter of the table's window; the table has to stay. */
void quick_filter_init(struct quick_filter *filter, const struct table *table);
void quick_filter_fini(struct quick_filter *filter);

/* Whether a row stays. `text` is overwritten; its failure stays. */
bool quick_filter_keeps(const struct quick_filter *filter, const struct table_row *row,
                        struct buf *text);

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

/* averages.c: the average number of threads of groups by wait. */

/*
 * Adds the sizes of the window's groups to its averages and sets group_row::threads, unless the
 * sample has no waits or is an earlier one: averages are of the present. Groups of exited tasks
 * have none. False when memory is short.
 */
bool averages_put(const struct model *model, struct window *window);

/* group_label.c: what a row of a group says in place of a name. */

/*
 * Sets group_row::program, and the name of a group's task to the group's label, raw (see escape.h).
 * Names that are not known yet are looked up; until then the label has a number or an ID. False
 * when memory is short.
 */
bool group_label_set(struct group_row *row, enum group_by by, const struct sample *sample,
                     const struct column_context *context);

/* ended_rows.c: the rows of exited tasks among those of a window. */

/*
 * Limits the rows of exited tasks, which are the last ones so far, from `first` on: removes those
 * of 0.0 %CPU, sorts them by %CPU and, if they take more than a third of the page, replaces the
 * smallest by one row at the end. Batch mode keeps all rows. False: out of memory.
 */
bool ended_rows_limit(const struct model *model, struct window *window, size_t first);

/* Appends the text of such a row: ended_put_name(), or "... 12 more, 0.4 %CPU" for the last one. */
void ended_rows_put(struct buf *out, const struct table *table, const struct table_row *row);

/* map_rows.c: the rows of the map of threads, one for each pool. */

/*
 * Makes and sorts the map's rows from the threads that the current window selects. Rows of pools
 * that already had one keep the levels of their last minute. False: out of memory, and the map has
 * no rows.
 */
bool map_rows_arrange(struct model *model);

/* cgroup_rows.c: the rows of the table of control groups. */

/*
 * Makes the rows of model::cgroups from the current sample, sorted and filtered. The cursor follows
 * its group. False when memory is short.
 */
bool cgroup_rows_arrange(struct model *model);

#endif
