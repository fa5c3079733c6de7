/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/host/cpu_ticks.h"

#include "lib/base/share.h"

struct cpu_ticks cpu_ticks_since(const struct cpu_ticks *now, const struct cpu_ticks *before)
{
    struct cpu_ticks ticks = {.compared = true};

    for (int i = 0; i < CPU_STATES; i++) {
        int64_t grown = counter_grown((int64_t)before->in[i], (int64_t)now->in[i]);

        if (grown == COUNT_UNKNOWN && (i == CPU_IDLE || i == CPU_IOWAIT))
            grown = 0;
        if (grown == COUNT_UNKNOWN)
            return (struct cpu_ticks){0};
        ticks.in[i] = (uint64_t)grown;
    }
    return cpu_ticks_total(now) >= cpu_ticks_total(before) ? ticks : (struct cpu_ticks){0};
}
