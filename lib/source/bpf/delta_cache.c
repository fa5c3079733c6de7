/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/delta_cache.h"

#include <errno.h>
#include <string.h>

#include "lib/source/bpf/records.h"
#include "lib/task/snapshot.h"

/* What is kept of a task, apart from its row: rows are moved when tasks come and go. */
struct cached_record {
    struct wire_task task;
    struct cached_record *next; /* in the list of unused records */
    struct wire_group group[];  /* in a walk of leaders: one */
};

/* The row of a task. Its key is the TID, as walks are in that order. */
struct cached_task {
    struct ledger_id id;
    struct wire_cached figures;
    struct cached_record *record;
};

void delta_cache_fini(struct delta_cache *cache)
{
    ledger_fini(&cache->tasks);
    arena_fini(&cache->records);
    arena_fini(&cache->groups);
    records_fini(&cache->arrived);
    *cache = (struct delta_cache){0};
}

void delta_cache_begin(struct delta_cache *cache, const struct due_rows *due)
{
    cache->tasks.name = "BPF tasks";
    cache->due = due;
    arena_clear(&cache->groups);
    ledger_begin(&cache->tasks, sizeof(struct cached_task));
}

/* Whether comparing the leader is enough, so that its group's record is reused. */
static bool stands_for_group(const struct cached_record *record, const struct due_rows *due)
{
    const pid_t tgid = (pid_t)record->task.tgid;

    return record->group->nlwp == 1 && record->group->summed == 1 &&
           !due_rows_show(due, task_process_key(tgid)) &&
           !due_rows_have_turn(due, tgid, DUE_SCANS_MAX);
}

void delta_cache_put(struct delta_cache *cache, struct wire_page *page)
{
    struct wire_cached *const end =
        (struct wire_cached *)(void *)(page->records + sizeof(page->records));
    struct wire_cached *const entries = end - WIRE_CACHED_MAX;
    uint32_t count = 0;

    page->end = UINT32_MAX;
    for (size_t i = ledger_from(&cache->tasks, page->next); i < cache->tasks.count; i++) {
        const struct cached_task *task = ledger_at(&cache->tasks, i);

        if (cache->due && !stands_for_group(task->record, cache->due))
            continue;
        if (count == WIRE_CACHED_MAX) {
            page->end = task->figures.tid;
            break;
        }
        cache->put[count] = (uint32_t)i;
        entries[count++] = task->figures;
    }
    if (count < WIRE_CACHED_MAX)
        memmove(end - count, entries, count * sizeof(*entries));
    page->cached_count = cache->put_count = count;
}

/* Meets the tasks of a page that have not changed. */
static void keep_same(struct delta_cache *cache, const struct wire_page *page)
{
    for (size_t i = 0; i < cache->put_count; i++) {
        const struct ledger_id *id;

        if (!(page->same[i / 32] & UINT32_C(1) << i % 32))
            continue;
        id = ledger_at(&cache->tasks, cache->put[i]);
        ledger_meet(&cache->tasks, id->key, id->start_ns);
    }
}

static struct cached_record *new_record(struct delta_cache *cache)
{
    struct cached_record *record = cache->unused;

    if (!record)
        return arena_alloc(&cache->records,
                           sizeof(*record) + (cache->due ? sizeof(*record->group) : 0));
    cache->unused = record->next;
    return record;
}

/* Stores the new record with this index. 0 or -ENOMEM. */
static int keep_new(struct delta_cache *cache, size_t index)
{
    const struct wire_task *from = cache->arrived.tasks[index].task;
    struct cached_task *task;
    bool is_new;

    task = ledger_take(&cache->tasks, from->tid, from->start, &is_new);
    if (task && is_new)
        task->record = new_record(cache);
    if (!task || !task->record)
        return -ENOMEM;
    task->figures = (struct wire_cached){from->tid, from->digest, from->runtime};
    task->record->task = *from;
    if (cache->due)
        *task->record->group = *cache->arrived.groups[index];
    return 0;
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
 * Whether all tasks are leaders that come with their groups. The group's ID may be 0 while its
 * leader is being released; and a thread that calls execve(2) exchanges IDs with its leader,
 * perhaps between the reads of a task's two IDs.
 */
static bool have_groups(const struct records *arrived)
{
    if (arrived->task_count != arrived->group_count)
        return false;
    for (size_t i = 0; i < arrived->task_count; i++) {
        const struct wire_task *task = arrived->tasks[i].task;
        const uint32_t tgid = arrived->groups[i]->tgid;

        if (task->tgid != task->tid || (tgid != task->tid && tgid != 0))
            return false;
    }
    return true;
}

int delta_cache_take(struct delta_cache *cache, struct wire_page *page, struct records *records)
{
    struct records *arrived = &cache->arrived;
    int result;

    records_clear(arrived);
    result = records_parse(page->records, page->used, arrived);
    if (result == 0 && page->cached_count != cache->put_count)
        return -EPROTO;
    if (result == 0 && cache->due && !have_groups(arrived))
        return -EAGAIN;
    for (size_t i = 0; result == 0 && i < arrived->hidden_count; i++)
        result = records_add_hidden(records, arrived->hidden[i]);
    for (size_t i = 0; result == 0 && i < arrived->sums_count; i++)
        result = records_add_sums(records, &arrived->sums[i]);
    if (result == 0 && !cache->due)
        result = copy_groups(cache, records);
    keep_same(cache, page);
    for (size_t i = 0; result == 0 && i < arrived->task_count; i++)
        result = keep_new(cache, i);
    return result;
}

int delta_cache_end(struct delta_cache *cache, struct records *records)
{
    const struct ledger *tasks = &cache->tasks;
    int result = 0;

    ledger_end(&cache->tasks);
    for (size_t i = 0; result == 0 && i < tasks->count; i++) {
        const struct cached_task *task = ledger_at(tasks, i);
        struct cached_record *record = task->record;

        if (ledger_is_gone(tasks, &task->id)) {
            record->next = cache->unused;
            cache->unused = record;
            continue;
        }
        result = records_add_task(records, &record->task);
        if (result == 0 && cache->due)
            result = records_add_group(records, record->group);
    }
    return result;
}
