/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All tasks are asked for their waits each time, as if none were known. */
#include "bench/without/without.h"
#include "lib/source/bpf/waits.h"

WITHOUT(const struct kept_wait *, wait_cache_find, struct wait_cache *cache,
        const struct record_task *record)
{
    return NULL;
}
