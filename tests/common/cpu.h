/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_CPU_H
#define DOTPROC_TESTS_COMMON_CPU_H

#include "lib/base/units.h"

/* Makes the calling thread use this much more CPU time. */
static inline void use_cpu_ns(int64_t ns)
{
    const int64_t until = clock_ns(CLOCK_THREAD_CPUTIME_ID) + ns;

    while (clock_ns(CLOCK_THREAD_CPUTIME_ID) < until)
        continue;
}

#endif
