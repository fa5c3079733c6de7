/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files stay open, but the threads of a process are listed for every scan. */
#include "lib/source/proc/fd_cache.h"
#include "tests/bench/without/without.h"

WITHOUT(int, fd_cache_threads, struct fd_cache *cache, pid_t tgid, struct id_list *threads)
{
    (void)cache;
    (void)tgid;
    (void)threads;
    return 0;
}
