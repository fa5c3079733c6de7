/* SPDX-License-Identifier: GPL-2.0-or-later */
/* No file stays open. */
#include "lib/source/proc/history/fd_cache.h"
#include "tests/bench/without/without.h"

WITHOUT(bool, fd_cache_has_room, const struct fd_cache *cache)
{
    (void)cache;
    return false;
}
