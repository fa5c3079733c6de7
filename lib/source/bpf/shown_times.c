/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/shown_times.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"

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

const struct shown_times *shown_find(struct shown_cache *cache, const struct former_id *id)
{
    const struct shown_list *list = &cache->last;

    return former_find(list->times, list->count, sizeof(*list->times), id, &cache->next);
}

int shown_keep(struct shown_cache *cache, const struct shown_times *times)
{
    struct shown_list *list = &cache->now;

    if (ARRAY_RESERVE(&list->times, &list->capacity, list->count + 1) < 0)
        return -ENOMEM;
    list->times[list->count++] = *times;
    return 0;
}
