/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In a single scan, too, unless the groups have been counted. */
#include "lib/source/proc/large_groups.h"
#include "tests/bench/without/without.h"

WITHOUT(ssize_t, large_groups_read_stat, const struct task_reader *reader,
        struct clock_sample *clock)
{
    return reader->source->large.counts ? __real_large_groups_read_stat(reader, clock) : 0;
}
