/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/process_clock.h"

#include <time.h>

#include "lib/base/units.h"

bool process_clock_read(pid_t tgid, uint64_t *ns)
{
    struct timespec time;
    clockid_t clock;

    if (clock_getcpuclockid(tgid, &clock) != 0 || clock_gettime(clock, &time) < 0)
        return false;
    *ns = (uint64_t)timespec_ns(time);
    return true;
}
