/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_UNITS_H
#define DOTPROC_BASE_UNITS_H

/* Units of time and of memory, and the clocks in them. */

#include <stdint.h>
#include <time.h>
#include <unistd.h>

/* With a sign, as differences of times have one; times that have none stay as they are with it. */
#define NS_PER_S INT64_C(1000000000)

/* 64 bits wide on any machine, so that it makes no figure of the kernel's overflow. */
#define BYTES_PER_KIB UINT64_C(1024)
#define BYTES_PER_MIB (1024 * BYTES_PER_KIB)

static inline int64_t timespec_ns(struct timespec time)
{
    return (int64_t)time.tv_sec * NS_PER_S + time.tv_nsec;
}

/* What a clock shows now: clock_gettime(2); 0 where there is no such clock. */
static inline int64_t clock_ns(clockid_t clock)
{
    struct timespec now;

    return clock_gettime(clock, &now) < 0 ? 0 : timespec_ns(now);
}

/* In ticks procfs tells CPU times and when a task started: sysconf(3), proc(5). */
static inline int64_t ns_per_tick(void)
{
    return NS_PER_S / sysconf(_SC_CLK_TCK);
}

#endif
