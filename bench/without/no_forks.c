/* SPDX-License-Identifier: GPL-2.0-or-later */
/* As on a host where no task is ever made, so that the fork count always saves the listing. */
#include "lib/source/proc/history/relist.h"
#include "tests/common/take_over.h"

TAKE_OVER(bool, fork_count_spare, struct fork_count *forks, uint64_t count)
{
    (void)count;
    return __real_fork_count_spare(forks, forks->listed.count);
}
