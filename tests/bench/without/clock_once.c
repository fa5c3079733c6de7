/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In a single scan, too. */
#include "lib/source/proc/leader_stat.h"
#include "tests/bench/without/without.h"

WITHOUT(ssize_t, large_groups_read_stat, const struct task_reader *reader,
        struct clock_sample *clock)
{
    (void)reader;
    (void)clock;
    return 0;
}
