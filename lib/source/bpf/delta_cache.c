/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/delta_cache.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/invariant.h"
#include "lib/source/bpf/records.h"
#include "lib/task/snapshot.h"

void delta_cache_fini(struct delta_cache *cache)
{
    free(cache->last.tasks);
    free(cache->coming.tasks);
    free(cache->ended.tasks);
    arena_fini(&cache->records);
    arena_fini(&cache->groups);
    records_fini(&cache->arrived);
    *cache = (struct delta_cache){0};
}

static int add(struct cached_tasks *list, const struct cached_task *task)
{
    if (ARRAY_RESERVE(&list->tasks, &list->capacity, list->count + 1) < 0)
        return -ENOMEM;
    list->tasks[list->count++] = *task;
    return 0;
}

/* Whether comparing the leader is enough, so that its group's record is reused. */
static bool stands_for_group(const struct cached_task *task, const struct due_rows *due)
{
    const pid_t tgid = (pid_t)task->record->tgid;

    return task->group->nlwp == 1 && task->group->summed == 1 &&
           !due_rows_show(due, task_process_key(tgid)) &&
           !due_rows_have_turn(due, tgid, DUE_SCANS_MAX);
}

/* Drops the leaders whose records must be read again. */
static int drop_due(struct delta_cache *cache, const struct due_rows *due)
{
    struct cached_tasks *last = &cache->last;
    size_t kept = 0;
    int result = 0;

    for (size_t i = 0; i < last->count && result == 0; i++) {
        if (stands_for_group(&last->tasks[i], due))
            last->tasks[kept++] = last->tasks[i];
        else
            result = add(&cache->ended, &last->tasks[i]);
    }
    last->count = kept;
    return result;
}

int delta_cache_begin(struct delta_cache *cache, const struct due_rows *due)
{
    cache->at = 0;
    cache->put = 0;
    cache->coming.count = 0;
    cache->leaders = due != NULL;
    arena_clear(&cache->groups);
    return due ? drop_due(cache, due) : 0;
}

/* The cached tasks that this walk has not reached; NULL if none was ever cached. */
static const struct cached_task *from_here(const struct delta_cache *cache)
{
    return cache->last.tasks ? cache->last.tasks + cache->at : NULL;
}

void delta_cache_put(struct delta_cache *cache, struct wire_page *page)
{
    const struct cached_task *tasks = from_here(cache);
    const size_t left = cache->last.count - cache->at;
    const size_t count = left < WIRE_CACHED_MAX ? left : WIRE_CACHED_MAX;
    struct wire_cached *out =
        (struct wire_cached *)(void *)(page->records + sizeof(page->records)) - count;

    for (size_t i = 0; i < count; i++)
        out[i] = tasks[i].figures;
    page->cached_count = cache->put = (uint32_t)count;
    page->end = count < left ? tasks[count].figures.tid : UINT32_MAX;
}

/* Allocates or reuses the records of a task that was not cached. 0 or -ENOMEM. */
static int make_room(struct delta_cache *cache, struct cached_task *task)
{
    if (cache->ended.count > 0) {
        *task = cache->ended.tasks[--cache->ended.count];
        return 0;
    }
    *task = (struct cached_task){.record = arena_alloc(&cache->records, sizeof(*task->record))};
    if (cache->leaders)
        task->group = arena_alloc(&cache->records, sizeof(*task->group));
    return task->record && (task->group || !cache->leaders) ? 0 : -ENOMEM;
}

/* Stores the new record with this index; replaces that of `last` if the task was cached. */
static int keep(struct delta_cache *cache, size_t index, const struct cached_task *last)
{
    const struct wire_task *record = cache->arrived.tasks[index].task;
    struct cached_task task;

    if (last)
        task = *last;
    else if (make_room(cache, &task) < 0)
        return -ENOMEM;
    task.figures = (struct wire_cached){record->tid, record->digest, record->runtime};
    *task.record = *record;
    if (cache->leaders)
        *task.group = *cache->arrived.groups[index];
    return add(&cache->coming, &task);
}

/* Handles a cached task without a new record; `index` is its index in the page. */
static int keep_or_end(struct delta_cache *cache, const struct wire_page *page, size_t index,
                       const struct cached_task *task)
{
    if (page->same[index / 32] & UINT32_C(1) << index % 32)
        return add(&cache->coming, task);
    return add(&cache->ended, task);
}

/* Merges the new records of a page with the cached tasks up to the page's end. */
static int merge(struct delta_cache *cache, const struct wire_page *page)
{
    const struct cached_task *last = from_here(cache);
    const struct records *arrived = &cache->arrived;
    const uint32_t end = page->done ? UINT32_MAX : page->next;
    size_t at = 0;
    size_t new = 0;
    int result = 0;

    while (result == 0) {
        const struct wire_task *record =
            new < arrived->task_count ? arrived->tasks[new].task : NULL;
        const struct cached_task *task =
            at < page->cached_count && last[at].figures.tid < end ? &last[at] : NULL;

        if (!record && !task)
            break;
        if (record && task && task->figures.tid < record->tid)
            record = NULL;
        else if (record && task && task->figures.tid > record->tid)
            task = NULL;
        result = record ? keep(cache, new, task) : keep_or_end(cache, page, at, task);
        new += record != NULL;
        at += task != NULL;
    }
    cache->at += at;
    INVARIANT(cache->at <= cache->last.count);
    return result;
}

/* In walks of threads, group records are only copied: each walk returns new ones. */
static int copy_groups(struct delta_cache *cache, struct records *records)
{
    for (size_t i = 0; i < cache->arrived.group_count; i++) {
        struct wire_group *group = arena_alloc(&cache->groups, sizeof(*group));

        if (!group || records_add_group(records, group) < 0)
            return -ENOMEM;
        *group = *cache->arrived.groups[i];
    }
    return 0;
}

/*
 * Whether tasks are in ascending order, and leaders come with their groups. The group's ID may be 0
 * while its leader is being released.
 */
static bool is_in_order(const struct delta_cache *cache)
{
    const struct records *arrived = &cache->arrived;

    if (cache->leaders && arrived->task_count != arrived->group_count)
        return false;
    for (size_t i = 0; i < arrived->task_count; i++) {
        const uint32_t tid = arrived->tasks[i].task->tid;

        if (i > 0 && arrived->tasks[i - 1].task->tid >= tid)
            return false;
        if (cache->leaders && (arrived->tasks[i].task->tgid != tid ||
                               (arrived->groups[i]->tgid != tid && arrived->groups[i]->tgid != 0)))
            return false;
    }
    return true;
}

int delta_cache_take(struct delta_cache *cache, struct wire_page *page, struct records *records)
{
    struct records *arrived = &cache->arrived;
    int result;

    records_clear(arrived);
    result = parse_records(page->records, page->used, arrived);
    if (result == 0 && (page->cached_count != cache->put || !is_in_order(cache)))
        return -EPROTO;
    for (size_t i = 0; result == 0 && i < arrived->hidden_count; i++)
        result = records_add_hidden(records, arrived->hidden[i]);
    for (size_t i = 0; result == 0 && i < arrived->sums_count; i++)
        result = records_add_sums(records, &arrived->sums[i]);
    if (result == 0 && !cache->leaders)
        result = copy_groups(cache, records);
    return result < 0 ? result : merge(cache, page);
}

int delta_cache_end(struct delta_cache *cache, struct records *records)
{
    const struct cached_tasks last = cache->last;
    int result = 0;

    /* The walk may have stopped before it reached all of them. */
    for (; result == 0 && cache->at < last.count; cache->at++)
        result = add(&cache->ended, &last.tasks[cache->at]);
    cache->last = cache->coming;
    cache->coming = last;
    for (size_t i = 0; result == 0 && i < cache->last.count; i++) {
        const struct cached_task *task = &cache->last.tasks[i];

        result = records_add_task(records, task->record);
        if (result == 0 && task->group)
            result = records_add_group(records, task->group);
    }
    return result;
}
