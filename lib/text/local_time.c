/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/text/local_time.h"

bool local_time_get(struct local_time *cache, time_t second, struct tm *local)
{
    if (!cache)
        return localtime_r(&second, local) != NULL;
    if (!cache->filled || cache->second != second) {
        cache->known = localtime_r(&second, &cache->local) != NULL;
        cache->second = second;
        cache->filled = true;
    }
    *local = cache->local;
    return cache->known;
}
