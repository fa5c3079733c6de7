/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_UNITS_H
#define DOTPROC_BASE_UNITS_H

/* Units of time and memory, and clocks. */

#include <stdint.h>
#include <time.h>
#include <unistd.h>

/* Signed, as differences of times are. */
#define NS_PER_S  INT64_C(1000000000)
#define NS_PER_MS (NS_PER_S / 1000)
#define NS_PER_US (NS_PER_S / US_PER_S)
#define US_PER_S  INT64_C(1000000)

/* 64 bits on any machine, so that products with the kernel's figures do not overflow. */
#define BYTES_PER_KIB UINT64_C(1024)
#define BYTES_PER_MIB (1024 * BYTES_PER_KIB)

static inline int64_t timespec_ns(struct timespec time)
{
    return (int64_t)time.tv_sec * NS_PER_S + time.tv_nsec;
}

/* The value of a clock in nanoseconds: clock_gettime(2); 0 if there is no such clock. */
static inline int64_t clock_ns(clockid_t clock)
{
    struct timespec now;

    return clock_gettime(clock, &now) < 0 ? 0 : timespec_ns(now);
}

/* The unit of CPU times and start times in procfs: sysconf(3), proc(5). */
static inline int64_t ns_per_tick(void)
{
    return NS_PER_S / sysconf(_SC_CLK_TCK);
}

#endif
