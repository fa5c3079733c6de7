/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where files stay open, the kernel adds up the CPU time of each process for every scan. */
#include "lib/source/proc/cached_stat.h"
#include "tests/bench/without/without.h"

WITHOUT(void, cached_stat_turn, const struct task_reader *reader, int32_t nlwp, uint64_t cpu_ns,
        const struct clock_sample *clock)
{
    (void)reader;
    (void)nlwp;
    (void)cpu_ns;
    (void)clock;
}
