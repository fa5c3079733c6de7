/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/returned.h"

#include "lib/source/bpf/delta_cache.h"
#include "lib/source/bpf/records.h"
#include "tests/common/take_over.h"

static const pid_t *watched;
static size_t watched_count, returned;
static bool has_compared;

void returned_count_of(const pid_t *tids, size_t count)
{
    watched = tids;
    watched_count = count;
    returned = 0;
    has_compared = false;
}

size_t returned_count(void)
{
    return returned;
}

bool returned_has_compared(void)
{
    return has_compared;
}

static bool is_watched(uint32_t tid)
{
    for (size_t i = 0; i < watched_count; i++)
        if (watched[i] == (pid_t)tid)
            return true;
    return false;
}

TAKE_OVER(int, delta_cache_take, struct delta_cache *cache, struct wire_page *page,
          struct records *records)
{
    struct records arrived = {0};

    has_compared |= page->cached_count > 0;
    if (parse_records(page->records, page->used, &arrived) == 0)
        for (size_t i = 0; i < arrived.task_count; i++)
            returned += is_watched(arrived.tasks[i].task->tid);
    records_fini(&arrived);
    return __real_delta_cache_take(cache, page, records);
}
