/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_UNITS_H
#define DOTPROC_BASE_UNITS_H

/* Units of time and memory; clocks; shares, differences, and figures that are unknown. */

#include <math.h>
#include <stdbool.h>
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

static inline struct timespec timespec_of(int64_t ns)
{
    return (struct timespec){.tv_sec = (time_t)(ns / NS_PER_S), .tv_nsec = (long)(ns % NS_PER_S)};
}

/* The value of a clock in nanoseconds: clock_gettime(2); 0 if there is no such clock. */
static inline int64_t clock_ns(clockid_t clock)
{
    struct timespec now;

    return clock_gettime(clock, &now) < 0 ? 0 : timespec_ns(now);
}

/* A time of CLOCK_MONOTONIC that is never reached. */
#define CLOCK_NEVER INT64_MAX

/* Nanoseconds left until a time on that clock: 0 if it has passed, -1 for CLOCK_NEVER. */
static inline int64_t clock_left_ns(int64_t until_ns)
{
    const int64_t left_ns = until_ns - clock_ns(CLOCK_MONOTONIC);

    if (until_ns == CLOCK_NEVER)
        return -1;
    return left_ns > 0 ? left_ns : 0;
}

/* The unit of CPU times and start times in procfs: sysconf(3), proc(5). */
static inline int64_t ns_per_tick(void)
{
    return NS_PER_S / sysconf(_SC_CLK_TCK);
}

/*
 * All code that divides a part by a whole, or compares two readings of a counter, does it here, so
 * that "unknown" is never a number: text shows "-", JSON null.
 */

/* A real figure that is unknown. Sums with it are unknown, too; JSON writes it as null. */
#define REAL_UNKNOWN ((double)NAN)

static inline bool real_is_known(double number)
{
    return !isnan(number);
}

/* A size that is unknown. */
#define MEMORY_UNKNOWN UINT64_MAX

/* Percent; unknown if the whole is 0. */
static inline double share_percent(double part, double whole)
{
    return whole > 0 ? 100.0 * part / whole : REAL_UNKNOWN;
}

/* A difference that is unknown, and a reading that was not made. */
#define COUNT_UNKNOWN (-1)

/*
 * By how much a counter has grown. Unknown if one reading is, or if it decreased: then it was reset
 * or belongs to something else.
 */
static inline int64_t counter_grown(int64_t before, int64_t now)
{
    return before >= 0 && now >= before ? now - before : COUNT_UNKNOWN;
}

#endif
