/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/query/group.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/hash.h"

/* The keys of the current row are stored after those of the last group. */
struct finding {
    const struct group_keys *keys;
    struct grouping *grouping;
    size_t capacity;
    struct hash_table groups; /* by their keys */
};

static struct value *keys_of(const struct finding *finding, size_t group)
{
    return finding->grouping->values + group * finding->keys->count;
}

/* Whether the group has the current keys. */
static bool has_keys(const void *key, size_t group)
{
    const struct finding *finding = key;
    const struct value *keys = keys_of(finding, group);
    const struct value *wanted = keys_of(finding, finding->grouping->count);

    for (size_t i = 0; i < finding->keys->count; i++)
        if (value_compare(&keys[i], &wanted[i]) != 0)
            return false;
    return true;
}

/* The group of a row, which may be new; HASH_NONE when memory is short. */
static size_t find_group(struct finding *finding, const struct task *task)
{
    struct grouping *grouping = finding->grouping;
    uint64_t hash = HASH_SEED;
    struct value *keys;
    size_t group;

    if (ARRAY_RESERVE(&grouping->values, &finding->capacity,
                      (grouping->count + 1) * finding->keys->count + 1) < 0)
        return HASH_NONE;
    keys = keys_of(finding, grouping->count);
    for (size_t i = 0; i < finding->keys->count; i++) {
        keys[i] = column_value(finding->keys->columns[i], task, finding->keys->context);
        hash = value_hash(hash, &keys[i]);
    }
    group = hash_table_find(&finding->groups, hash, has_keys, finding);
    if (group != HASH_NONE || hash_table_add(&finding->groups, hash, grouping->count) < 0)
        return group;
    return grouping->count++;
}

/* Stores the members of each group, by the group of each row. 0 or -ENOMEM. */
static int collect_members(struct grouping *grouping, const uint32_t *group_of, size_t count)
{
    uint32_t *starts = calloc(grouping->count + 2, sizeof(*starts));

    grouping->starts = starts;
    grouping->members = calloc(count + 1, sizeof(*grouping->members));
    if (!starts || !grouping->members)
        return -ENOMEM;
    /* Until a group is filled, its start is in the next element. */
    for (size_t i = 0; i < count; i++)
        starts[group_of[i] + 2]++;
    for (size_t i = 2; i < grouping->count + 2; i++)
        starts[i] += starts[i - 1];
    for (size_t i = 0; i < count; i++)
        grouping->members[starts[group_of[i] + 1]++] = (uint32_t)i;
    return 0;
}

int group_rows(const struct task *const *rows, size_t count, const struct group_keys *keys,
               struct grouping *grouping)
{
    struct finding finding = {.keys = keys, .grouping = grouping};
    uint32_t *group_of = count > UINT32_MAX ? NULL : calloc(count + 1, sizeof(*group_of));
    int result = group_of ? 0 : -ENOMEM;

    *grouping = (struct grouping){0};
    for (size_t i = 0; i < count && result == 0; i++) {
        const bool is_same = i > 0 && rows[i] == rows[i - 1];
        const size_t group = is_same ? group_of[i - 1] : find_group(&finding, rows[i]);

        if (group == HASH_NONE)
            result = -ENOMEM;
        else
            group_of[i] = (uint32_t)group;
    }
    if (result == 0)
        result = collect_members(grouping, group_of, count);
    hash_table_fini(&finding.groups);
    free(group_of);
    if (result < 0)
        grouping_fini(grouping);
    return result;
}

void grouping_fini(struct grouping *grouping)
{
    free(grouping->values);
    free(grouping->members);
    free(grouping->starts);
    *grouping = (struct grouping){0};
}

struct value group_sum(const struct group_members *members, const struct column *column,
                       const struct column_context *context)
{
    const enum sum kind = column->figure->sum;
    struct value sum = value_none();
    pid_t counted = 0; /* the last process whose shared figures were added */

    for (size_t i = 0; i < members->count && kind != SUM_NONE; i++) {
        const struct task *task = group_members_at(members, i);
        struct value value;

        if (kind == SUM_PROCESS && task->tgid == counted)
            continue;
        counted = task->tgid;
        value = column_value(column, task, context);
        if (kind != SUM_MOST)
            value_add(&sum, &value);
        else if (value_compare(&value, &sum) > 0)
            sum = value;
    }
    return sum;
}

struct value group_common(const struct group_members *members, const struct column *column,
                          const struct column_context *context)
{
    const struct value first = column_value(column, group_members_at(members, 0), context);

    for (size_t i = 1; i < members->count; i++) {
        const struct value other = column_value(column, group_members_at(members, i), context);

        if (!value_same(&first, &other) && value_compare(&first, &other) != 0)
            return value_none();
    }
    return first;
}

/* --- tables of groups --- */

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
