/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_GROUP_H
#define DOTPROC_QUERY_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/column/column.h"

/*
 * Groups of tasks with the same values in some columns (the keys), and sums of other columns over
 * one of them; and tables of all groups.
 */

/* The columns that are keys; borrowed. They may be of the table or of the caller. */
struct group_keys {
    const struct column *const *columns;
    size_t count;
    const struct column_context *context;
};

/* Rows by their keys. Zero-initialise; grouping_fini() frees. */
struct grouping {
    size_t count;         /* groups, in the order of their first rows */
    struct value *values; /* owned: the keys of each group */
    uint32_t *members; /* owned: indices of rows, group by group, each in the order of the rows */
    uint32_t *starts;  /* owned: where each group begins in `members`, and the last one ends */
};

/*
 * Groups rows, at most UINT32_MAX, in O(n): it does not depend on the number of groups. A row that
 * is the same task as the one before costs nothing, for callers who know that the keys are equal.
 * Texts live as long as the snapshot and the name cache. 0 or -ENOMEM; then there are no groups.
 */
int group_rows(const struct task *const *rows, size_t count, const struct group_keys *keys,
               struct grouping *grouping);

void grouping_fini(struct grouping *grouping);

static inline size_t grouping_size(const struct grouping *grouping, size_t group)
{
    return grouping->starts[group + 1] - grouping->starts[group];
}

/* The indices of a group's rows; it has at least one. */
static inline const uint32_t *grouping_members(const struct grouping *grouping, size_t group)
{
    return grouping->members + grouping->starts[group];
}

/* The tasks of one group; borrowed. */
struct group_members {
    const struct task *const *rows; /* of all groups */
    const uint32_t *indices;        /* of this one among them */
    size_t count;                   /* at least 1 */
};

/* `rows` as passed to group_rows(), or other tasks in the same order. */
static inline struct group_members group_members_of(const struct grouping *grouping, size_t group,
                                                    const struct task *const *rows)
{
    return (struct group_members){rows, grouping_members(grouping, group),
                                  grouping_size(grouping, group)};
}

static inline const struct task *group_members_at(const struct group_members *members, size_t index)
{
    return members->rows[members->indices[index]];
}

/*
 * The sum of a column by figure::sum; shared figures count once for each process, whose threads are
 * adjacent. VALUE_NONE without any value, and for SUM_NONE.
 */
struct value group_sum(const struct group_members *members, const struct column *column,
                       const struct column_context *context);

/* The value that all tasks of the group have in a column; VALUE_NONE if they differ. */
struct value group_common(const struct group_members *members, const struct column *column,
                          const struct column_context *context);

/*
 * Tables of groups: a row for each group of tasks, with the values of its keys and sums of other
 * columns.
 */

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
