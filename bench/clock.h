/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_BENCH_CLOCK_H
#define DOTPROC_BENCH_CLOCK_H

#include "lib/base/units.h"

/* Wall time. */
static inline double now_ms(void)
{
    return (double)clock_ns(CLOCK_MONOTONIC) / 1e6;
}

/* The CPU time of this process: user and system. */
static inline double cpu_ms(void)
{
    return (double)clock_ns(CLOCK_PROCESS_CPUTIME_ID) / 1e6;
}

#endif
