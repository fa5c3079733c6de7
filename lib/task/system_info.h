/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_SYSTEM_INFO_H
#define DOTPROC_TASK_SYSTEM_INFO_H

/*
 * The clocks at the time of a scan, and the few figures of the host that the figures of a task are
 * read by: ages need the clock, %MEM the memory, a pid column the widest pid.
 *
 * A source takes them from the running system or, when it reads another procfs tree, from that
 * tree: every derived figure of a recorded tree stays the same.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/units.h"

struct system_info {
    uint64_t uptime_ns;     /* since boot, suspended time included: the clock of task::start_ns */
    int64_t realtime_ns;    /* since the Epoch */
    uint64_t monotonic_ns;  /* CLOCK_MONOTONIC at the scan's start; for intervals only */
    uint64_t mem_total_kib; /* MemTotal; 0: unknown */
    uint32_t page_kib;
    uint32_t pid_digits; /* decimal digits of the largest pid possible (pid_max - 1) */
};

/* Start times are rounded down to clock ticks, of which procfs has 100 a second for all programs.
 */
#define START_TICK_NS ((uint64_t)(NS_PER_S / 100))

/*
 * Whether a task that was not in the scan before, `interval_ns` ago, can have started since then:
 * so all that it has used belongs to this interval.
 */
static inline bool system_info_is_new(const struct system_info *system, uint64_t start_ns,
                                      uint64_t interval_ns)
{
    return start_ns + START_TICK_NS + interval_ns >= system->uptime_ns;
}

/* What task::read_us is to be for times that have just been read from the running system. */
static inline uint32_t system_info_read_us(const struct system_info *system)
{
    const uint64_t now_ns = (uint64_t)clock_ns(CLOCK_BOOTTIME);
    const uint64_t us = now_ns > system->uptime_ns ? (now_ns - system->uptime_ns) / 1000 + 1 : 0;

    return us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;
}

#endif
