/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Each task looks its group up by the hash of its keys, so the cost does not grow with the number
 * of groups, of which there may be as many as tasks.
 */
#include "lib/query/group.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS  64
#define FIRST_GROUPS 16

#define EMPTY SIZE_MAX

struct group {
    uint64_t hash; /* of its keys */
    pid_t counted; /* the process whose shared figures were added last */
};

struct grouping {
    struct group_request request;

    struct group *groups;
    struct value *values; /* of all groups, column_count for each */
    size_t count;
    size_t capacity;

    size_t *slots; /* groups by hash, open addressing; at most half of them in use */
    size_t slot_count;

    struct value *keys; /* of the task at work, in their columns' places */
};

/* FNV-1a */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < len; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* Values that compare equal are of one kind here, since one accessor made them. */
static uint64_t hash_value(uint64_t hash, const struct value *value)
{
    hash = hash_bytes(hash, &value->kind, sizeof(value->kind));
    switch (value->kind) {
    case VALUE_NONE:
        break;
    case VALUE_INT:
        return hash_bytes(hash, &value->as.i, sizeof(value->as.i));
    case VALUE_UINT:
        return hash_bytes(hash, &value->as.u, sizeof(value->as.u));
    case VALUE_REAL:
        return hash_bytes(hash, &value->as.real, sizeof(value->as.real));
    case VALUE_TEXT:
        return hash_bytes(hash, value->as.text, value->len);
    }
    return hash;
}

/* Takes the keys of a task; their hash. */
static uint64_t take_keys(const struct grouping *grouping, const struct task *task)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < grouping->request.column_count; i++) {
        if (!grouping->request.columns[i].is_key)
            continue;
        grouping->keys[i] =
            column_value(grouping->request.columns[i].column, task, grouping->request.context);
        hash = hash_value(hash, &grouping->keys[i]);
    }
    return hash;
}

static bool has_keys(const struct grouping *grouping, size_t group)
{
    const struct value *values = &grouping->values[group * grouping->request.column_count];

    for (size_t i = 0; i < grouping->request.column_count; i++)
        if (grouping->request.columns[i].is_key &&
            value_compare(&values[i], &grouping->keys[i]) != 0)
            return false;
    return true;
}

/* The slot of the group with the keys in hand, or the empty one where it belongs. */
static size_t *find_slot(const struct grouping *grouping, uint64_t hash)
{
    const size_t mask = grouping->slot_count - 1;

    for (size_t at = (size_t)(hash ^ hash >> 32) & mask;; at = (at + 1) & mask) {
        size_t *slot = &grouping->slots[at];

        if (*slot == EMPTY || (grouping->groups[*slot].hash == hash && has_keys(grouping, *slot)))
            return slot;
    }
}

/* An empty slot for a group that is known to be in none. */
static size_t *free_slot(const struct grouping *grouping, uint64_t hash)
{
    const size_t mask = grouping->slot_count - 1;
    size_t at = (size_t)(hash ^ hash >> 32) & mask;

    while (grouping->slots[at] != EMPTY)
        at = (at + 1) & mask;
    return &grouping->slots[at];
}

static int grow_slots(struct grouping *grouping)
{
    const size_t slot_count = grouping->slot_count ? 2 * grouping->slot_count : FIRST_SLOTS;
    size_t *slots = reallocarray(grouping->slots, slot_count, sizeof(*slots));

    if (!slots)
        return -ENOMEM;
    grouping->slots = slots;
    grouping->slot_count = slot_count;
    for (size_t i = 0; i < slot_count; i++)
        slots[i] = EMPTY;
    for (size_t group = 0; group < grouping->count; group++)
        *free_slot(grouping, grouping->groups[group].hash) = group;
    return 0;
}

static int grow_groups(struct grouping *grouping)
{
    const size_t capacity = grouping->capacity ? 2 * grouping->capacity : FIRST_GROUPS;
    struct group *groups = reallocarray(grouping->groups, capacity, sizeof(*groups));
    struct value *values;

    if (groups)
        grouping->groups = groups;
    values =
        reallocarray(grouping->values, capacity, grouping->request.column_count * sizeof(*values));
    if (values)
        grouping->values = values;
    if (!groups || !values)
        return -ENOMEM;
    grouping->capacity = capacity;
    return 0;
}

/* Adds a group with the keys in hand and no sums yet. 0 or -ENOMEM. */
static int add_group(struct grouping *grouping, uint64_t hash)
{
    if (grouping->count == grouping->capacity && grow_groups(grouping) < 0)
        return -ENOMEM;
    if (grouping->count >= grouping->slot_count / 2 && grow_slots(grouping) < 0)
        return -ENOMEM;
    for (size_t i = 0; i < grouping->request.column_count; i++)
        grouping->values[grouping->count * grouping->request.column_count + i] =
            grouping->request.columns[i].is_key ? grouping->keys[i] : value_none();
    grouping->groups[grouping->count] = (struct group){.hash = hash};
    *free_slot(grouping, hash) = grouping->count++;
    return 0;
}

static void add_up(const struct grouping *grouping, size_t group, const struct task *task)
{
    struct value *sums = &grouping->values[group * grouping->request.column_count];
    const bool is_new = grouping->groups[group].counted != task->tgid;

    grouping->groups[group].counted = task->tgid;
    for (size_t i = 0; i < grouping->request.column_count; i++) {
        const struct column *column = grouping->request.columns[i].column;
        struct value value;

        if (grouping->request.columns[i].is_key || column->figure->sum == SUM_NONE ||
            (column->figure->sum == SUM_PROCESS && !is_new))
            continue;
        value = column_value(column, task, grouping->request.context);
        value_add(&sums[i], &value);
    }
}

static int group_task(struct grouping *grouping, const struct task *task)
{
    uint64_t hash = take_keys(grouping, task);
    size_t group = grouping->count > 0 ? *find_slot(grouping, hash) : EMPTY;

    if (group == EMPTY) {
        group = grouping->count;
        if (add_group(grouping, hash) < 0)
            return -ENOMEM;
    }
    add_up(grouping, group, task);
    return 0;
}

/* Hands the values over to the list. */
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
    free(grouping.groups);
    free(grouping.values);
    free(grouping.slots);
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
    /* Rows lie in memory in the order in which they were found. */
    return (x > y) - (x < y);
}

void group_list_sort(struct group_list *groups, const struct group_order *orders,
                     size_t order_count)
{
    struct sorting sorting = {orders, order_count};

    qsort_r(groups->rows, groups->count, sizeof(*groups->rows), compare_rows, &sorting);
}
