/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/delta_cache.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/source/bpf/parse.h"

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

void delta_cache_begin(struct delta_cache *cache)
{
    cache->at = 0;
    cache->coming.count = 0;
    arena_clear(&cache->groups);
}

/* The cached tasks that this walk has not reached; NULL if none ever was. */
static const struct cached_task *from_here(const struct delta_cache *cache)
{
    return cache->last.tasks ? cache->last.tasks + cache->at : NULL;
}

void delta_cache_put(const struct delta_cache *cache, struct wire_page *page)
{
    const struct cached_task *tasks = from_here(cache);
    const size_t left = cache->last.count - cache->at;
    const size_t count = left < WIRE_CACHED_MAX ? left : WIRE_CACHED_MAX;
    struct wire_cached *out =
        (struct wire_cached *)(void *)(page->records + sizeof(page->records)) - count;

    for (size_t i = 0; i < count; i++)
        out[i] = tasks[i].figures;
    page->cached_count = (uint32_t)count;
    page->end = count < left ? tasks[count].figures.tid : UINT32_MAX;
}

static int add(struct cached_tasks *list, const struct cached_task *task)
{
    if (ARRAY_RESERVE(&list->tasks, &list->capacity, list->count + 1) < 0)
        return -ENOMEM;
    list->tasks[list->count++] = *task;
    return 0;
}

/* Stores a record, in place of that of `last` if the task was cached. */
static int keep(struct delta_cache *cache, const struct wire_task *record,
                const struct cached_task *last)
{
    struct cached_task task = {.figures = {record->tid, record->digest, record->runtime}};

    if (last)
        task.record = last->record;
    else if (cache->ended.count > 0)
        task.record = cache->ended.tasks[--cache->ended.count].record;
    else
        task.record = arena_alloc(&cache->records, sizeof(*task.record));
    if (!task.record)
        return -ENOMEM;
    *task.record = *record;
    return add(&cache->coming, &task);
}

/* Handles a cached task without a new record; `index` is its own in the page. */
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
        result = record ? keep(cache, record, task) : keep_or_end(cache, page, at, task);
        new += record != NULL;
        at += task != NULL;
    }
    cache->at += at;
    return result;
}

/* The group records are copied: each walk brings new ones. */
static int keep_groups(struct delta_cache *cache, struct records *records)
{
    for (size_t i = 0; i < cache->arrived.group_count; i++) {
        struct wire_group *group = arena_alloc(&cache->groups, sizeof(*group));

        if (!group || records_add_group(records, group) < 0)
            return -ENOMEM;
        *group = *cache->arrived.groups[i];
    }
    return 0;
}

int delta_cache_take(struct delta_cache *cache, struct wire_page *page, struct records *records)
{
    struct records *arrived = &cache->arrived;
    int result;

    records_clear(arrived);
    result = parse_records(page->records, page->used, arrived);
    for (size_t i = 1; i < arrived->task_count; i++) {
        if (arrived->tasks[i - 1].task->tid >= arrived->tasks[i].task->tid)
            return -EPROTO;
    }
    for (size_t i = 0; result == 0 && i < arrived->hidden_count; i++)
        result = records_add_hidden(records, arrived->hidden[i]);
    if (result == 0)
        result = keep_groups(cache, records);
    return result < 0 ? result : merge(cache, page);
}

int delta_cache_end(struct delta_cache *cache, struct records *records)
{
    const struct cached_tasks last = cache->last;
    int result = 0;

    cache->last = cache->coming;
    cache->coming = last;
    for (size_t i = 0; result == 0 && i < cache->last.count; i++)
        result = records_add_task(records, cache->last.tasks[i].record);
    return result;
}
