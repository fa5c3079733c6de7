/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CGROUP_ORDER_H
#define DOTPROC_CGROUP_ORDER_H

#include <stdbool.h>

struct cgroup_column;
struct cgroup_table;

/*
 * By a column; equal rows, and all rows if `column` is NULL, by path, a group before its
 * descendants.
 */
struct cgroup_order {
    const struct cgroup_column *column;
    bool descending;
};

/*
 * Sets cgroup_table::order. Columns of texts sort by path: names of containers are looked up by the
 * interface alone. 0 or -ENOMEM.
 */
int cgroup_table_sort(struct cgroup_table *table, const struct cgroup_order *order);

#endif
