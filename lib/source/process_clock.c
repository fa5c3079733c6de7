/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/process_clock.h"

#include <time.h>

#define NS_PER_S UINT64_C(1000000000)

bool process_clock_read(pid_t tgid, uint64_t *ns)
{
    struct timespec time;
    clockid_t clock;

    if (clock_getcpuclockid(tgid, &clock) != 0 || clock_gettime(clock, &time) < 0)
        return false;
    *ns = (uint64_t)time.tv_sec * NS_PER_S + (uint64_t)time.tv_nsec;
    return true;
}
