/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/wait_cache.h"

#include <errno.h>

void wait_cache_fini(struct wait_cache *cache)
{
    ledger_fini(&cache->waits);
    *cache = (struct wait_cache){0};
}

void wait_cache_begin(struct wait_cache *cache, const struct records *records)
{
    cache->waits.name = "BPF waits";
    ledger_begin(&cache->waits, sizeof(struct kept_wait));
    /* Waits that were read after this pass are no evidence for the time since: drops them. */
    if (records->clears == cache->pass)
        ledger_begin(&cache->waits, sizeof(struct kept_wait));
    cache->pass = records->clears;
}

const struct kept_wait *wait_cache_find(struct wait_cache *cache, const struct record_task *record)
{
    const struct wire_task *task = record->task;
    const struct kept_wait *kept = ledger_meet(&cache->waits, record->key, task->start);

    if (!kept || kept->runtime != task->runtime || kept->digest != task->digest)
        return NULL;
    if (kept->wait.known & WIRE_WAIT_CALL && kept->wait.place == PLACE_CPU)
        return NULL;
    return kept->wait.known ? kept : NULL;
}

int wait_cache_keep(struct wait_cache *cache, const struct record_task *record,
                    const struct kept_wait *wait)
{
    const struct wire_task *task = record->task;
    bool is_new;
    struct kept_wait *kept = ledger_take(&cache->waits, record->key, task->start, &is_new);
    struct ledger_id id;

    if (!kept)
        return -ENOMEM;
    id = kept->id;
    *kept = *wait;
    kept->id = id;
    kept->runtime = task->runtime;
    kept->digest = task->digest;
    return 0;
}

struct kept_wait *wait_cache_kept(struct wait_cache *cache, const struct task *row)
{
    return ledger_find(&cache->waits, record_key((uint32_t)row->tgid, (uint32_t)row->tid));
}
