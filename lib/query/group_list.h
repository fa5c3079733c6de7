/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_GROUP_LIST_H
#define DOTPROC_QUERY_GROUP_LIST_H

/*
 * Tables of groups: a row for each group of tasks, with the values of its keys and sums of other
 * columns.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/column/column.h"

struct group_column {
    const struct column *column;
    bool is_key; /* else it is summed by figure::sum */
};

/* A row with values of all columns for each group; borrowed. */
struct group_request {
    const struct group_column *columns;
    size_t column_count;
    const struct column_context *context;
};

/* The rows. Zero-initialise; group_list_fini() frees. */
struct group_list {
    struct value **rows; /* owned; each has a value for each column */
    size_t count;
    struct value *values; /* owned; what the rows point to */
};

/*
 * Groups whose tasks have the same figure::value_of_same have that as their key. The tasks are in
 * the order of a snapshot, or in any other order with the threads of a process together: shared
 * figures count once for each process with a thread in the group. Groups come in the order of their
 * first tasks. A sum without any value is VALUE_NONE. Texts live as long as the snapshot and the
 * name cache. 0 or -ENOMEM; then the list is empty.
 */
int group_tasks(const struct task *tasks, size_t count, const struct group_request *request,
                struct group_list *groups);

void group_list_fini(struct group_list *groups);

/* A column to sort groups by, as its index. */
struct group_order {
    size_t column;
    bool descending;
};

/* Sorts by the orders, the first one most significant; stable. */
void group_list_sort(struct group_list *groups, const struct group_order *orders,
                     size_t order_count);

#endif
