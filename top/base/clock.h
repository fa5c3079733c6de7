/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_CLOCK_H
#define DOTPROC_TOP_BASE_CLOCK_H

#include "lib/base/units.h"

/* A time that never comes. */
#define CLOCK_NEVER INT64_MAX

/* A clock that nobody sets: clock_gettime(2), CLOCK_MONOTONIC. */
static inline int64_t clock_now_ns(void)
{
    return clock_ns(CLOCK_MONOTONIC);
}

/* The time left until then: 0 when it has passed, below 0 for CLOCK_NEVER. */
static inline int64_t clock_left_ns(int64_t until_ns)
{
    int64_t left_ns = until_ns - clock_now_ns();

    if (until_ns == CLOCK_NEVER)
        return -1;
    return left_ns > 0 ? left_ns : 0;
}

#endif
