/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_GROUPS_H
#define DOTPROC_TOP_TABLE_GROUPS_H

/*
 * Tasks as groups. Those with the same keys (model/groups.h) share a row, which v opens. Keys that
 * act on a task act on the first member of such a row, which shows a struct group_row.
 */

#include "top/model/groups.h"
#include "top/table/table.h"

/*
 * Groups the window's rows, which are the selected tasks of the sample, and sorts the groups, and
 * the members of open ones below them, by the window's field; of equal groups the largest comes
 * first. A pool of a single thread stays a task. When grouping by control group, tasks that exited
 * before it was read are left out. The rows stay ungrouped if the scan did not read the keys, and
 * some task lacks them. False when memory is short.
 */
bool groups_arrange(const struct table *table, struct window *window);

/* group_row.c: the average number of threads of groups by wait, and labels. */

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

#endif
