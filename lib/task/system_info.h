/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_SYSTEM_INFO_H
#define DOTPROC_TASK_SYSTEM_INFO_H

/*
 * The clocks at the time of a scan, and the few figures of the host by which those of tasks are
 * interpreted: elapsed times need the clock, %MEM the memory size, a PID column the largest PID.
 *
 * A source takes them from the running system or, if it reads another procfs tree, from that tree:
 * so every derived figure of a recorded tree stays the same.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/units.h"

struct system_info {
    /*
     * Since boot, including suspended time: the clock of task::start_ns. 0: unknown, as in a
     * recorded tree without `uptime`.
     */
    uint64_t uptime_ns;
    int64_t realtime_ns;    /* since the Epoch; equal to uptime_ns if the boot time is unknown */
    uint64_t monotonic_ns;  /* CLOCK_MONOTONIC at the scan's start; for intervals only */
    uint64_t mem_total_kib; /* MemTotal; 0: unknown */
    uint32_t page_kib;
    uint32_t pid_digits; /* decimal digits of the largest possible PID (pid_max - 1) */
};

/* The time of the boot since the Epoch; 0: unknown. */
static inline int64_t system_info_boot_ns(const struct system_info *system)
{
    return (int64_t)((uint64_t)system->realtime_ns - system->uptime_ns);
}

/* The time of the scan since the Epoch; 0: unknown. */
static inline int64_t system_info_now_ns(const struct system_info *system)
{
    return system->uptime_ns && system_info_boot_ns(system) ? system->realtime_ns : 0;
}

/* The unit of start times in procfs, which are rounded down: 100 ticks per second. */
#define START_TICK_NS ((uint64_t)(NS_PER_S / 100))

/*
 * The maximum difference of a task's start times in two sources: one is rounded, and from a clock
 * that may be adjusted.
 */
#define START_ERROR_NS (2 * START_TICK_NS - 1)

/*
 * Whether a task that was not in the previous scan, `interval_ns` ago, can have started since: if
 * so, all that it has used belongs to this interval. False after the first scan, when the interval
 * is 0.
 */
static inline bool system_info_is_new(const struct system_info *system, uint64_t start_ns,
                                      uint64_t interval_ns)
{
    return interval_ns > 0 && start_ns + START_TICK_NS + interval_ns >= system->uptime_ns;
}

/* The value of task::read_us for times that have just been read from the running system. */
static inline uint32_t system_info_read_us(const struct system_info *system)
{
    const uint64_t now_ns = (uint64_t)clock_ns(CLOCK_BOOTTIME);
    const uint64_t us = now_ns > system->uptime_ns ? (now_ns - system->uptime_ns) / 1000 + 1 : 0;

    return us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;
}

#endif
