/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/records.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>

#include "lib/base/array.h"
#include "lib/base/invariant.h"
#include "lib/base/sorted.h"

void records_fini(struct records *records)
{
    free(records->tasks);
    free(records->scratch);
    free(records->groups);
    free(records->sums);
    free(records->hidden);
    *records = (struct records){0};
}

void records_clear(struct records *records)
{
    records->clears++;
    records->task_count = 0;
    records->group_count = 0;
    records->sums_count = 0;
    records->hidden_count = 0;
    records->scope = SCOPE_NONE;
    records->expected = 0;
    records->seen = 0;
    records->longest_us = 0;
    records->summed = false;
    records->lacks = 0;
}

int records_add_task(struct records *records, const struct wire_task *task)
{
    if (ARRAY_RESERVE(&records->tasks, &records->task_capacity, records->task_count + 1) < 0)
        return -ENOMEM;
    records->tasks[records->task_count++] =
        (struct record_task){record_key(task->tgid, task->tid), task, NULL};
    return 0;
}

int records_add_group(struct records *records, struct wire_group *group)
{
    if (ARRAY_RESERVE(&records->groups, &records->group_capacity, records->group_count + 1) < 0)
        return -ENOMEM;
    records->groups[records->group_count++] = group;
    return 0;
}

int records_add_sums(struct records *records, const struct wire_sums *sums)
{
    if (ARRAY_RESERVE(&records->sums, &records->sums_capacity, records->sums_count + 1) < 0)
        return -ENOMEM;
    records->sums[records->sums_count++] = *sums;
    return 0;
}

int records_add_hidden(struct records *records, pid_t tgid)
{
    if (ARRAY_RESERVE(&records->hidden, &records->hidden_capacity, records->hidden_count + 1) < 0)
        return -ENOMEM;
    records->hidden[records->hidden_count++] = tgid;
    return 0;
}

/* If a group has several records, the one with memory comes first. */
static int compare_groups(const void *left, const void *right)
{
    const struct wire_group *a = *(const struct wire_group *const *)left;
    const struct wire_group *b = *(const struct wire_group *const *)right;

    if (a->tgid != b->tgid)
        return a->tgid < b->tgid ? -1 : 1;
    return (a->total == 0) - (b->total == 0);
}

static uint64_t key_of(const void *task)
{
    return ((const struct record_task *)task)->key;
}

static size_t drop_repeats(struct record_task *tasks, size_t count)
{
    size_t unique = 0;

    for (size_t i = 0; i < count; i++) {
        if (unique == 0 || tasks[unique - 1].key != tasks[i].key)
            tasks[unique++] = tasks[i];
    }
    return unique;
}

/* How many tasks from the first on are strictly ascending. */
static size_t count_ascending(const struct record_task *tasks, size_t count)
{
    size_t end = count > 0;

    while (end < count && tasks[end - 1].key < tasks[end].key)
        end++;
    return end;
}

/* 0 or -ENOMEM. */
static int sort_tasks(struct records *records)
{
    const size_t count = records->task_count;

    if (count_ascending(records->tasks, count) == count)
        return 0;
    if (ARRAY_RESERVE(&records->scratch, &records->scratch_capacity, count) < 0)
        return -ENOMEM;
    merge_sort_by_key(records->tasks, count, sizeof(*records->tasks), records->scratch);
    records->task_count = drop_repeats(records->tasks, count);
    return 0;
}

static void sort_groups(struct records *records)
{
    struct wire_group **groups = records->groups;
    bool in_order = true;
    size_t unique = 0;

    for (size_t i = 1; i < records->group_count && in_order; i++)
        in_order = groups[i - 1]->tgid < groups[i]->tgid;
    if (in_order)
        return;
    qsort(groups, records->group_count, sizeof(*groups), compare_groups);
    for (size_t i = 0; i < records->group_count; i++) {
        if (unique == 0 || groups[unique - 1]->tgid != groups[i]->tgid)
            groups[unique++] = groups[i];
    }
    records->group_count = unique;
}

static uint64_t group_key(const void *group)
{
    return (*(struct wire_group *const *)group)->tgid;
}

/* The group with this tgid; most often it is the one after *place, the last one found. */
static struct wire_group *find_group(const struct records *records, uint32_t tgid, size_t *place)
{
    struct wire_group **const groups = records->groups;
    const size_t count = records->group_count;

    if (*place + 1 < count && groups[*place + 1]->tgid == tgid)
        ++*place;
    else
        *place = lower_bound(groups, count, sizeof(*groups), tgid, group_key);
    return *place < count && groups[*place]->tgid == tgid ? groups[*place] : NULL;
}

static void add_sums(struct records *records, const struct wire_sums *sums, size_t *place)
{
    struct wire_group *group = find_group(records, sums->tgid, place);

    if (!group)
        return;
    group->summed += sums->threads;
    group->utime += sums->utime;
    group->stime += sums->stime;
    group->runtime += sums->runtime;
    group->minflt += sums->minflt;
    group->majflt += sums->majflt;
}

int records_sort(struct records *records)
{
    size_t place = 0;

    sort_groups(records);
    INVARIANT(keys_ascend(records->groups, records->group_count, sizeof(*records->groups),
                          group_key, true));
    for (size_t i = 0; i < records->sums_count; i++)
        add_sums(records, &records->sums[i], &place);
    if (sort_tasks(records) < 0)
        return -ENOMEM;
    INVARIANT(
        keys_ascend(records->tasks, records->task_count, sizeof(*records->tasks), key_of, true));
    return 0;
}

bool records_next(const struct records *records, struct records_cursor *cursor,
                  struct record_group *next)
{
    while (cursor->task < records->task_count && cursor->group < records->group_count) {
        const struct record_task *first = &records->tasks[cursor->task];
        const struct wire_group *group = records->groups[cursor->group];
        const uint32_t tgid = first->key >> 32;
        size_t end = cursor->task;

        if (group->tgid < tgid) {
            cursor->group++;
            continue;
        }
        while (end < records->task_count && records->tasks[end].key >> 32 == tgid)
            end++;
        *next = (struct record_group){group, first, end - cursor->task};
        cursor->task = end;
        if (group->tgid == tgid && (uint32_t)first->key == 0)
            return true;
    }
    return false;
}

bool records_has(const struct records *records, uint32_t tgid)
{
    const uint64_t key = (uint64_t)tgid << 32;
    const size_t place =
        lower_bound(records->tasks, records->task_count, sizeof(*records->tasks), key, key_of);

    return place < records->task_count && records->tasks[place].key == key;
}

/* --- the bytes of programs --- */

/* Records are used in place, one after the other. */
_Static_assert(sizeof(struct wire_header) % 8 == 0 && sizeof(struct wire_task) % 8 == 0 &&
                   sizeof(struct wire_group) % 8 == 0 && sizeof(struct wire_status) % 8 == 0 &&
                   sizeof(struct wire_hidden) % 8 == 0 && sizeof(struct wire_sums) % 8 == 0 &&
                   sizeof(struct wire_end) == 8,
               "records keep each other aligned");

bool records_header_is_ours(const struct wire_header *header)
{
    return header->kind == WIRE_HEADER && header->magic == WIRE_MAGIC &&
           header->version == WIRE_VERSION && header->task_size == sizeof(struct wire_task) &&
           header->group_size == sizeof(struct wire_group) &&
           header->status_size == sizeof(struct wire_status);
}

/* The size of each kind of record after the header; 0: no such kind. */
static const size_t sizes[] = {
    [WIRE_TASK] = sizeof(struct wire_task),     [WIRE_GROUP] = sizeof(struct wire_group),
    [WIRE_STATUS] = sizeof(struct wire_status), [WIRE_HIDDEN] = sizeof(struct wire_hidden),
    [WIRE_SUMS] = sizeof(struct wire_sums),
};

static int add_status(struct records *records, const struct wire_status *status)
{
    if (records->task_count == 0)
        return -EPROTO;
    records->tasks[records->task_count - 1].status = status;
    return 0;
}

/* Adds the record at `data` and sets *size. 0, -EPROTO if it is invalid, or -ENOMEM. */
static int add_record(void *data, size_t left, struct records *records, size_t *size)
{
    const uint32_t kind = left >= sizeof(kind) ? *(const uint32_t *)data : 0;

    *size = kind < ARRAY_COUNT(sizes) ? sizes[kind] : 0;
    if (*size == 0 || *size > left)
        return -EPROTO;
    switch (kind) {
    case WIRE_TASK:
        return records_add_task(records, data);
    case WIRE_GROUP:
        return records_add_group(records, data);
    case WIRE_STATUS:
        return add_status(records, data);
    case WIRE_HIDDEN:
        return records_add_hidden(records, (pid_t)((const struct wire_hidden *)data)->tgid);
    default:
        return records_add_sums(records, data);
    }
}

int records_parse(char *data, size_t len, struct records *records)
{
    int result = 0;
    size_t size;

    for (size_t at = 0; at < len && result == 0; at += size)
        result = add_record(data + at, len - at, records, &size);
    return result;
}
