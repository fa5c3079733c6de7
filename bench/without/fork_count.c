/* SPDX-License-Identifier: GPL-2.0-or-later */
/* /proc is listed as a whole for every scan. */
#include "lib/source/proc/history/relist.h"
#include "tests/common/take_over.h"

TAKE_OVER(bool, fork_count_spare, struct fork_count *forks, uint64_t count)
{
    (void)forks;
    (void)count;
    return false;
}

TAKE_OVER(pid_t, fork_count_start, const struct fork_count *forks, struct fork_moment now)
{
    (void)forks;
    (void)now;
    return 0;
}
