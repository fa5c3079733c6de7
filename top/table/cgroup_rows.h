/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_CGROUP_ROWS_H
#define DOTPROC_TOP_TABLE_CGROUP_ROWS_H

/* The rows of the table of control groups. */

#include "lib/base/buf.h"
#include "top/model/model.h"

/*
 * Makes the rows of model::cgroups from the current sample, sorted and filtered. The cursor follows
 * its group. False when memory is short.
 */
bool cgroup_rows_arrange(struct model *model);

/* Moves the cursor to a row, at most the last one. */
void cgroup_rows_set_cursor(struct cgroup_list *list, size_t row);

/* Appends what the first column shows, raw: the name or the path, in a tree with blanks before. */
void cgroup_rows_put_name(const struct model *model, const struct cgroup *row, struct buf *out);

#endif
