/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_ROWS_H
#define DOTPROC_TOP_TABLE_ROWS_H

/* The rows of the other tables, the map and that of control groups; and those of exited tasks. */

#include "lib/base/buf.h"
#include "top/model/model.h"
#include "top/table/table.h"

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
