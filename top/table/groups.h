/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_GROUPS_H
#define DOTPROC_TOP_TABLE_GROUPS_H

/*
 * Tasks as groups: those with the same keys (model/groups.h) share a row, which v opens.
 * Keys that act on a task act on the first member of such a row, which shows a struct group_row.
 */

#include "top/table/table.h"

/*
 * Groups the window's rows, which are the selected tasks of the sample, and sorts the groups, and
 * the members of open ones below them, by the window's field; of equal groups the largest comes
 * first. A pool of a single thread stays a task. When grouping by control group, tasks that exited
 * before it was read are left out; until it has been read of any task, the rows stay ungrouped.
 * False when memory is short.
 */
bool groups_arrange(const struct table *table, struct window *window);

#endif
