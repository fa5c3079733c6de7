/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CLOCK_H
#define DOTPROC_TOP_CLOCK_H

#include "lib/base/units.h"

/* The clock that nobody sets, for what happens when: clock_gettime(2), CLOCK_MONOTONIC. */
static inline int64_t clock_now_ns(void)
{
    return clock_ns(CLOCK_MONOTONIC);
}

#endif
