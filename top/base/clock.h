/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_CLOCK_H
#define DOTPROC_TOP_BASE_CLOCK_H

#include "lib/base/units.h"

/* A deadline that is never reached. */
#define CLOCK_NEVER INT64_MAX

/* CLOCK_MONOTONIC, in nanoseconds. */
static inline int64_t clock_now_ns(void)
{
    return clock_ns(CLOCK_MONOTONIC);
}

/* Nanoseconds left until a time on that clock: 0 if it has passed, -1 for CLOCK_NEVER. */
static inline int64_t clock_left_ns(int64_t until_ns)
{
    int64_t left_ns = until_ns - clock_now_ns();

    if (until_ns == CLOCK_NEVER)
        return -1;
    return left_ns > 0 ? left_ns : 0;
}

#endif
