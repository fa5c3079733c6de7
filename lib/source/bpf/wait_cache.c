/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/wait_cache.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/invariant.h"
#include "lib/base/lower_bound.h"

void wait_cache_fini(struct wait_cache *cache)
{
    free(cache->last.list);
    free(cache->coming.list);
    *cache = (struct wait_cache){0};
}

void wait_cache_begin(struct wait_cache *cache, const struct records *records)
{
    const struct kept_waits last = cache->last;

    /* Waits that were read after this pass are no evidence for the time since. */
    if (records->clears == cache->pass) {
        cache->last.count = 0;
    } else {
        cache->last = cache->coming;
        cache->coming = last;
    }
    cache->pass = records->clears;
    cache->coming.count = cache->last.at = cache->record_at = 0;
}

/* Task states in which a debugger cannot change a task's registers. */
#define SLEEPS (0x1u | 0x2u) /* TASK_INTERRUPTIBLE, TASK_UNINTERRUPTIBLE */

const struct record_task *wait_cache_record(struct wait_cache *cache, const struct records *records,
                                            const struct task *row)
{
    const uint64_t key = record_key((uint32_t)row->tgid, (uint32_t)row->tid);
    const struct record_task *record;

    while (cache->record_at < records->task_count && records->tasks[cache->record_at].key < key)
        cache->record_at++;
    record = &records->tasks[cache->record_at];
    if (cache->record_at == records->task_count || record->key != key)
        return NULL;
    return record->task->digest != 0 && record->task->state & SLEEPS ? record : NULL;
}

const struct kept_wait *wait_cache_find(struct wait_cache *cache, const struct record_task *record)
{
    struct kept_waits *last = &cache->last;
    const struct kept_wait *kept;

    while (last->at < last->count && last->list[last->at].key < record->key)
        last->at++;
    if (last->at == last->count)
        return NULL;
    kept = &last->list[last->at];
    return kept->key == record->key && kept->runtime == record->task->runtime &&
                   kept->digest == record->task->digest
               ? kept
               : NULL;
}

int wait_cache_keep(struct wait_cache *cache, const struct kept_wait *wait)
{
    struct kept_waits *coming = &cache->coming;

    INVARIANT(coming->count == 0 || coming->list[coming->count - 1].key <= wait->key);
    if (ARRAY_RESERVE(&coming->list, &coming->capacity, coming->count + 1) < 0)
        return -ENOMEM;
    coming->list[coming->count++] = *wait;
    return 0;
}

static uint64_t kept_key(const void *kept)
{
    return ((const struct kept_wait *)kept)->key;
}

struct kept_wait *wait_cache_kept(const struct wait_cache *cache, const struct task *row)
{
    const struct kept_waits *coming = &cache->coming;
    const uint64_t key = record_key((uint32_t)row->tgid, (uint32_t)row->tid);
    const size_t place =
        lower_bound(coming->list, coming->count, sizeof(*coming->list), key, kept_key);

    return place < coming->count && coming->list[place].key == key ? &coming->list[place] : NULL;
}
