/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_GROUP_H
#define DOTPROC_QUERY_GROUP_H

/*
 * Tasks as groups: those that have the same values in some columns, the keys, become one row with
 * the sums of others.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/column/column.h"

struct group_column {
    const struct column *column;
    bool is_key; /* else it is added up, as its column::sum says */
};

/* What groups are to be made of; borrowed. */
struct group_request {
    const struct group_column *columns;
    size_t column_count;
    const struct column_context *context;
};

/* The rows. Zero-initialise; group_list_fini() frees. */
struct group_list {
    struct value **rows; /* owned; each has one value for each column, in the columns' order */
    size_t count;
    struct value *values; /* owned; what the rows point to */
};

/*
 * Groups tasks that stand in the order of a snapshot, or in any other in which all threads of a
 * process stand together: figures that they share count once for each process that has a thread in
 * the group. Groups come in the order of their first tasks. A sum to which no task had anything to
 * add is VALUE_NONE. Texts live as long as the snapshot and the name cache.
 * 0 or -ENOMEM; then the list is empty.
 */
int group_tasks(const struct task *tasks, size_t count, const struct group_request *request,
                struct group_list *groups);

void group_list_fini(struct group_list *groups);

/* One column to sort groups by, as its place among the columns. */
struct group_order {
    size_t column;
    bool descending;
};

/* Sorts by the orders, the first one counting most; equal rows keep their order. */
void group_list_sort(struct group_list *groups, const struct group_order *orders,
                     size_t order_count);

#endif
