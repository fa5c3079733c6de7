/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/cputime.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"

/* After a few minutes the product of two times does not fit 64 bits. */
__extension__ typedef unsigned __int128 uint128;

void cputimes_adjust(const struct cputimes *times, uint64_t *utime, uint64_t *stime)
{
    uint64_t runtime = times->runtime;
    uint64_t system = times->stime;

    *utime = times->shown_utime;
    *stime = times->shown_stime;
    if (times->shown_utime + times->shown_stime >= runtime)
        return;
    if (times->utime == 0 && system > 0)
        system = runtime;
    else if (system > 0)
        system = (uint64_t)((uint128)system * runtime / ((uint128)system + times->utime));
    if (system < times->shown_stime)
        system = times->shown_stime;
    *stime = system;
    *utime = runtime - system;
    if (*utime < times->shown_utime) {
        *utime = times->shown_utime;
        *stime = runtime - *utime;
    }
}

void shown_begin(struct shown_cache *cache)
{
    const struct shown_list last = cache->last;

    cache->last = cache->now;
    cache->now = last;
    cache->now.count = 0;
    cache->next = 0;
}

void shown_fini(struct shown_cache *cache)
{
    free(cache->last.times);
    free(cache->now.times);
    *cache = (struct shown_cache){0};
}

const struct shown_times *shown_find(struct shown_cache *cache, uint64_t key, uint64_t start)
{
    const struct shown_list *list = &cache->last;
    const struct shown_times *times;

    while (cache->next < list->count && list->times[cache->next].key < key)
        cache->next++;
    times = cache->next < list->count ? &list->times[cache->next] : NULL;
    return times && times->key == key && times->start == start ? times : NULL;
}

int shown_keep(struct shown_cache *cache, const struct shown_times *times)
{
    struct shown_list *list = &cache->now;

    if (ARRAY_RESERVE(&list->times, &list->capacity, list->count + 1) < 0)
        return -ENOMEM;
    list->times[list->count++] = *times;
    return 0;
}
