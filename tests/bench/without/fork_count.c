/* SPDX-License-Identifier: GPL-2.0-or-later */
/* /proc is listed for every scan. */
#include "lib/source/proc/history/fork_count.h"
#include "tests/bench/without/without.h"

WITHOUT(bool, fork_count_spares, struct fork_count *forks, uint64_t count)
{
    (void)forks;
    (void)count;
    return false;
}
