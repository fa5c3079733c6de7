/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In a scan that stands alone, too, unless the groups have been counted. */
#include "lib/source/proc/large_groups.h"
#include "tests/bench/without/without.h"

WITHOUT(ssize_t, large_groups_read_stat, const struct target *target, struct group_clock *clock)
{
    return target->source->large.counts ? __real_large_groups_read_stat(target, clock) : 0;
}
