/* SPDX-License-Identifier: GPL-2.0-or-later */
/* /proc is listed as a whole for every scan. */
#include "bench/without/without.h"
#include "lib/source/proc/history/relist.h"

WITHOUT(bool, fork_count_spare, struct fork_count *forks, uint64_t count)
{
    (void)forks;
    (void)count;
    return false;
}

WITHOUT(pid_t, fork_count_start, const struct fork_count *forks, struct fork_moment now)
{
    (void)forks;
    (void)now;
    return 0;
}
