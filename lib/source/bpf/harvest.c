/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/harvest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/lower_bound.h"
#include "lib/base/sort.h"

void harvest_init(struct harvest *harvest)
{
    memset(harvest, 0, sizeof(*harvest));
}

void harvest_fini(struct harvest *harvest)
{
    free(harvest->tasks);
    free(harvest->scratch);
    free(harvest->groups);
    free(harvest->sums);
    free(harvest->hidden);
    harvest_init(harvest);
}

void harvest_clear(struct harvest *harvest)
{
    harvest->task_count = 0;
    harvest->group_count = 0;
    harvest->sums_count = 0;
    harvest->hidden_count = 0;
    harvest->tells_hidden = false;
    harvest->expected = 0;
    harvest->seen = 0;
    harvest->sums_kind = SUMS_OF_NOTHING;
}

static uint64_t make_key(const struct wire_task *task)
{
    return (uint64_t)task->tgid << 32 | (task->tid == task->tgid ? 0 : task->tid);
}

static int reserve_tasks(struct harvest *harvest, size_t count)
{
    return ARRAY_RESERVE(&harvest->tasks, &harvest->task_capacity, count);
}

static int reserve_groups(struct harvest *harvest, size_t count)
{
    return ARRAY_RESERVE(&harvest->groups, &harvest->group_capacity, count);
}

int harvest_reserve(struct harvest *harvest, size_t tasks, size_t groups)
{
    int result = reserve_tasks(harvest, tasks);

    return result < 0 ? result : reserve_groups(harvest, groups);
}

int harvest_add_task(struct harvest *harvest, const struct wire_task *task)
{
    if (reserve_tasks(harvest, harvest->task_count + 1) < 0)
        return -ENOMEM;
    harvest->tasks[harvest->task_count++] = (struct harvest_task){make_key(task), task, NULL};
    harvest->kept_for = NULL;
    return 0;
}

void harvest_keep(struct harvest *harvest, const void *owner)
{
    harvest->kept_for = owner;
}

bool harvest_recall(struct harvest *harvest, const void *owner)
{
    if (harvest->kept_for != owner || harvest->task_count > 0)
        return false;
    harvest->task_count = harvest->sorted_count;
    return true;
}

int harvest_add_group(struct harvest *harvest, struct wire_group *group)
{
    if (reserve_groups(harvest, harvest->group_count + 1) < 0)
        return -ENOMEM;
    harvest->groups[harvest->group_count++] = group;
    return 0;
}

int harvest_add_sums(struct harvest *harvest, const struct wire_sums *sums)
{
    if (ARRAY_RESERVE(&harvest->sums, &harvest->sums_capacity, harvest->sums_count + 1) < 0)
        return -ENOMEM;
    harvest->sums[harvest->sums_count++] = *sums;
    return 0;
}

int harvest_add_hidden(struct harvest *harvest, pid_t tgid)
{
    if (ARRAY_RESERVE(&harvest->hidden, &harvest->hidden_capacity, harvest->hidden_count + 1) < 0)
        return -ENOMEM;
    harvest->hidden[harvest->hidden_count++] = tgid;
    return 0;
}

/* Of the records of one group the one with memory comes first. */
static int compare_groups(const void *left, const void *right)
{
    const struct wire_group *a = *(const struct wire_group *const *)left;
    const struct wire_group *b = *(const struct wire_group *const *)right;

    if (a->tgid != b->tgid)
        return a->tgid < b->tgid ? -1 : 1;
    return (a->total == 0) - (b->total == 0);
}

static size_t drop_repeats(struct harvest_task *tasks, size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || tasks[kept - 1].key != tasks[i].key)
            tasks[kept++] = tasks[i];
    }
    return kept;
}

/* How many are in order from the first on, and none twice. */
static size_t count_ascending(const struct harvest_task *tasks, size_t count)
{
    size_t end = count > 0;

    while (end < count && tasks[end - 1].key < tasks[end].key)
        end++;
    return end;
}

/* 0 or -ENOMEM. */
static int sort_tasks(struct harvest *harvest)
{
    const size_t count = harvest->task_count;

    if (count_ascending(harvest->tasks, count) == count)
        return 0;
    if (ARRAY_RESERVE(&harvest->scratch, &harvest->scratch_capacity, count) < 0)
        return -ENOMEM;
    sort_by_key(harvest->tasks, count, sizeof(*harvest->tasks), harvest->scratch);
    harvest->task_count = drop_repeats(harvest->tasks, count);
    return 0;
}

static void sort_groups(struct harvest *harvest)
{
    struct wire_group **groups = harvest->groups;
    bool in_order = true;
    size_t kept = 0;

    for (size_t i = 1; i < harvest->group_count && in_order; i++)
        in_order = groups[i - 1]->tgid < groups[i]->tgid;
    if (in_order)
        return;
    qsort(groups, harvest->group_count, sizeof(*groups), compare_groups);
    for (size_t i = 0; i < harvest->group_count; i++) {
        if (kept == 0 || groups[kept - 1]->tgid != groups[i]->tgid)
            groups[kept++] = groups[i];
    }
    harvest->group_count = kept;
}

static uint64_t group_key(const void *group)
{
    return (*(struct wire_group *const *)group)->tgid;
}

static void add_sums(struct harvest *harvest, const struct wire_sums *sums)
{
    const size_t place = lower_bound(harvest->groups, harvest->group_count,
                                     sizeof(struct wire_group *), sums->tgid, group_key);
    struct wire_group *group = place < harvest->group_count ? harvest->groups[place] : NULL;

    if (!group || group->tgid != sums->tgid)
        return;
    group->summed += sums->threads;
    group->utime += sums->utime;
    group->stime += sums->stime;
    group->runtime += sums->runtime;
    group->minflt += sums->minflt;
    group->majflt += sums->majflt;
}

int harvest_sort(struct harvest *harvest)
{
    sort_groups(harvest);
    for (size_t i = 0; i < harvest->sums_count; i++)
        add_sums(harvest, &harvest->sums[i]);
    if (sort_tasks(harvest) < 0)
        return -ENOMEM;
    harvest->sorted_count = harvest->task_count;
    /* Who keeps the order will seldom have to sort. */
    if (harvest->kept_for) {
        free(harvest->scratch);
        harvest->scratch = NULL;
        harvest->scratch_capacity = 0;
    }
    return 0;
}

bool harvest_next(const struct harvest *harvest, size_t cursor[2], struct harvest_group *next)
{
    while (cursor[0] < harvest->task_count && cursor[1] < harvest->group_count) {
        const struct harvest_task *first = &harvest->tasks[cursor[0]];
        const struct wire_group *group = harvest->groups[cursor[1]];
        const uint32_t tgid = first->key >> 32;
        size_t end = cursor[0];

        if (group->tgid < tgid) {
            cursor[1]++;
            continue;
        }
        while (end < harvest->task_count && harvest->tasks[end].key >> 32 == tgid)
            end++;
        *next = (struct harvest_group){group, first, end - cursor[0]};
        cursor[0] = end;
        if (group->tgid == tgid && (uint32_t)first->key == 0)
            return true;
    }
    return false;
}

static uint64_t key_of(const void *task)
{
    return ((const struct harvest_task *)task)->key;
}

bool harvest_has(const struct harvest *harvest, uint32_t tgid)
{
    const uint64_t key = (uint64_t)tgid << 32;
    const size_t place =
        lower_bound(harvest->tasks, harvest->task_count, sizeof(*harvest->tasks), key, key_of);

    return place < harvest->task_count && harvest->tasks[place].key == key;
}
