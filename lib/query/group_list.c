/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/query/group_list.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/query/group.h"

/* The value of a key for the whole group: figure::value_of_same if all tasks have the same. */
static struct value value_of_key(const struct column *column, const struct value *key,
                                 const struct group_members *members,
                                 const struct column_context *context)
{
    const struct figure *figure = column->figure;
    struct value same;

    if (!figure->value_of_same)
        return *key;
    same = figure->value_of_same(group_members_at(members, 0), context);
    for (size_t i = 1; i < members->count; i++) {
        const struct value other = figure->value_of_same(group_members_at(members, i), context);

        if (value_compare(&same, &other) != 0)
            return *key;
    }
    return same;
}

/* Adds a row for each group to the list, which has room. */
static void add_up(const struct task *const *rows, const struct grouping *grouping,
                   const struct group_request *request, struct group_list *groups)
{
    const struct value *key = grouping->values;
    struct value *value = groups->values;

    for (size_t group = 0; group < grouping->count; group++) {
        const struct group_members members = group_members_of(grouping, group, rows);

        groups->rows[group] = value;
        for (size_t i = 0; i < request->column_count; i++) {
            const struct group_column *column = &request->columns[i];

            *value++ = column->is_key
                           ? value_of_key(column->column, key++, &members, request->context)
                           : group_sum(&members, column->column, request->context);
        }
    }
    groups->count = grouping->count;
}

/* The input of group_rows(): pointers to the tasks, and the columns of the keys. */
struct grouped {
    const struct task **rows;      /* owned */
    const struct column **columns; /* owned */
    struct group_keys keys;
};

static int grouped_init(struct grouped *grouped, const struct task *tasks, size_t count,
                        const struct group_request *request)
{
    grouped->rows = calloc(count + 1, sizeof(const struct task *));
    grouped->columns = calloc(request->column_count + 1, sizeof(const struct column *));
    if (!grouped->rows || !grouped->columns)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++)
        grouped->rows[i] = &tasks[i];
    grouped->keys = (struct group_keys){grouped->columns, 0, request->context};
    for (size_t i = 0; i < request->column_count; i++)
        if (request->columns[i].is_key)
            grouped->columns[grouped->keys.count++] = request->columns[i].column;
    return 0;
}

int group_tasks(const struct task *tasks, size_t count, const struct group_request *request,
                struct group_list *groups)
{
    struct grouping grouping = {0};
    struct grouped grouped = {0};
    int result = grouped_init(&grouped, tasks, count, request);

    *groups = (struct group_list){0};
    if (result == 0)
        result = group_rows(grouped.rows, count, &grouped.keys, &grouping);
    if (result == 0) {
        groups->rows = calloc(grouping.count + 1, sizeof(*groups->rows));
        groups->values =
            calloc(grouping.count * request->column_count + 1, sizeof(*groups->values));
        result = groups->rows && groups->values ? 0 : -ENOMEM;
    }
    if (result == 0)
        add_up(grouped.rows, &grouping, request, groups);
    else
        group_list_fini(groups);
    grouping_fini(&grouping);
    free(grouped.rows);
    free(grouped.columns);
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
