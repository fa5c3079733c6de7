/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/process_clock.h"

#include <time.h>

#include "lib/base/units.h"

/* Of include/linux/posix-timers.h. */
#define CPUCLOCK_SCHED 2

bool process_clock_read(pid_t tgid, uint64_t *ns)
{
    /* What clock_getcpuclockid(3) makes, which asks the kernel for it once more. */
    const clockid_t clock = (clockid_t)(~(unsigned)tgid << 3 | CPUCLOCK_SCHED);
    struct timespec time;

    if (clock_gettime(clock, &time) < 0)
        return false;
    *ns = (uint64_t)timespec_ns(time);
    return true;
}
