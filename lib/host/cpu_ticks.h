/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_HOST_CPU_TICKS_H
#define DOTPROC_HOST_CPU_TICKS_H

/* The time that CPUs spend in each state (proc(5), /proc/stat), in clock ticks. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In the order of /proc/stat. */
enum cpu_state {
    CPU_USER,
    CPU_NICE,
    CPU_SYSTEM,
    CPU_IDLE,
    CPU_IOWAIT,
    CPU_IRQ,
    CPU_SOFTIRQ,
    CPU_STEAL,
    CPU_STATES,
};

/* Since boot or, as a difference, between two readings. No tick at all: unknown. */
struct cpu_ticks {
    uint64_t in[CPU_STATES];
    bool compared; /* a difference that is known, also if there was no tick */
};

static inline uint64_t cpu_ticks_total(const struct cpu_ticks *ticks)
{
    uint64_t total = 0;

    for (size_t i = 0; i < CPU_STATES; i++)
        total += ticks->in[i];
    return total;
}

static inline bool cpu_ticks_known(const struct cpu_ticks *ticks)
{
    return cpu_ticks_total(ticks) > 0;
}

static inline void cpu_ticks_add(struct cpu_ticks *sum, const struct cpu_ticks *ticks)
{
    for (size_t i = 0; i < CPU_STATES; i++)
        sum->in[i] += ticks->in[i];
    sum->compared = sum->compared || ticks->compared;
}

/*
 * The difference of two readings. The kernel's idle and iowait counters may decrease a little,
 * which counts as 0; if another one decreases, or the sum, the difference is unknown.
 */
struct cpu_ticks cpu_ticks_since(const struct cpu_ticks *now, const struct cpu_ticks *before);

#endif
