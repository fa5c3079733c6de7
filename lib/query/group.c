/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Each task finds its group by a hash of its keys, so the cost does not depend on the number of
 * groups, which may be that of the tasks.
 */
#include "lib/query/group.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/hash.h"

struct grouping {
    struct group_request request;

    struct hash_table groups; /* by their keys */
    size_t count;
    struct value *values; /* of all groups, column_count for each */
    size_t value_capacity;
    pid_t *counted; /* for each the last process whose shared figures were added */
    size_t counted_capacity;

    struct value *keys; /* of the current task, by column */
};

/* Stores the keys of a task and returns their hash. */
static uint64_t take_keys(const struct grouping *grouping, const struct task *task)
{
    uint64_t hash = HASH_SEED;

    for (size_t i = 0; i < grouping->request.column_count; i++) {
        if (!grouping->request.columns[i].is_key)
            continue;
        grouping->keys[i] =
            column_value(grouping->request.columns[i].column, task, grouping->request.context);
        hash = value_hash(hash, &grouping->keys[i]);
    }
    return hash;
}

/* Whether the group has the current keys. */
static bool has_keys(const void *key, size_t group)
{
    const struct grouping *grouping = key;
    const struct value *values = &grouping->values[group * grouping->request.column_count];

    for (size_t i = 0; i < grouping->request.column_count; i++)
        if (grouping->request.columns[i].is_key &&
            value_compare(&values[i], &grouping->keys[i]) != 0)
            return false;
    return true;
}

/* Adds a group with the current keys and no sums yet. 0 or -ENOMEM. */
static int add_group(struct grouping *grouping, uint64_t hash)
{
    const size_t columns = grouping->request.column_count;
    const size_t count = grouping->count + 1;

    if (ARRAY_RESERVE(&grouping->values, &grouping->value_capacity, count * columns) < 0 ||
        ARRAY_RESERVE(&grouping->counted, &grouping->counted_capacity, count) < 0 ||
        hash_table_add(&grouping->groups, hash, grouping->count) < 0)
        return -ENOMEM;
    for (size_t i = 0; i < columns; i++)
        grouping->values[grouping->count * columns + i] =
            grouping->request.columns[i].is_key ? grouping->keys[i] : value_none();
    grouping->counted[grouping->count++] = 0;
    return 0;
}

static void add_up(const struct grouping *grouping, size_t group, const struct task *task)
{
    struct value *sums = &grouping->values[group * grouping->request.column_count];
    const bool is_new = grouping->counted[group] != task->tgid;

    grouping->counted[group] = task->tgid;
    for (size_t i = 0; i < grouping->request.column_count; i++) {
        const struct column *column = grouping->request.columns[i].column;
        struct value value;

        if (grouping->request.columns[i].is_key || column->figure->sum == SUM_NONE ||
            (column->figure->sum == SUM_PROCESS && !is_new))
            continue;
        value = column_value(column, task, grouping->request.context);
        if (column->figure->sum != SUM_MOST)
            value_add(&sums[i], &value);
        else if (value_compare(&value, &sums[i]) > 0)
            sums[i] = value;
    }
}

static int group_task(struct grouping *grouping, const struct task *task)
{
    uint64_t hash = take_keys(grouping, task);
    size_t group = hash_table_find(&grouping->groups, hash, has_keys, grouping);

    if (group == HASH_NONE) {
        group = grouping->count;
        if (add_group(grouping, hash) < 0)
            return -ENOMEM;
    }
    add_up(grouping, group, task);
    return 0;
}

/* Moves the values to the list. */
static int make_rows(struct grouping *grouping, struct group_list *groups)
{
    struct value **rows = calloc(grouping->count + 1, sizeof(*rows));

    if (!rows)
        return -ENOMEM;
    for (size_t i = 0; i < grouping->count; i++)
        rows[i] = &grouping->values[i * grouping->request.column_count];
    *groups =
        (struct group_list){.rows = rows, .count = grouping->count, .values = grouping->values};
    grouping->values = NULL;
    return 0;
}

int group_tasks(const struct task *tasks, size_t count, const struct group_request *request,
                struct group_list *groups)
{
    struct grouping grouping = {
        .request = *request,
        .keys = calloc(request->column_count + 1, sizeof(struct value)),
    };
    int result = grouping.keys ? 0 : -ENOMEM;

    *groups = (struct group_list){0};
    for (size_t i = 0; i < count && result == 0; i++)
        result = group_task(&grouping, &tasks[i]);
    if (result == 0)
        result = make_rows(&grouping, groups);
    hash_table_fini(&grouping.groups);
    free(grouping.values);
    free(grouping.counted);
    free(grouping.keys);
    return result;
}

void group_list_fini(struct group_list *groups)
{
    free(groups->rows);
    free(groups->values);
    *groups = (struct group_list){0};
}

struct sorting {
    const struct group_order *orders;
    size_t order_count;
};

static int compare_rows(const void *a, const void *b, void *context)
{
    const struct value *x = *(struct value *const *)a;
    const struct value *y = *(struct value *const *)b;
    const struct sorting *sorting = context;

    for (size_t i = 0; i < sorting->order_count; i++) {
        const struct group_order *order = &sorting->orders[i];
        int result = value_compare(&x[order->column], &y[order->column]);

        if (result != 0)
            return order->descending ? -result : result;
    }
    /* Rows are in memory in the order in which they were found. */
    return (x > y) - (x < y);
}

void group_list_sort(struct group_list *groups, const struct group_order *orders,
                     size_t order_count)
{
    struct sorting sorting = {orders, order_count};

    qsort_r(groups->rows, groups->count, sizeof(*groups->rows), compare_rows, &sorting);
}
