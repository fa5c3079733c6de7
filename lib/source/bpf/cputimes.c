/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/cputimes.h"

/* After a few minutes the product of two times exceeds 64 bits. */
__extension__ typedef unsigned __int128 uint128;

void cputimes_adjust(const struct cputimes *times, uint64_t *utime, uint64_t *stime)
{
    uint64_t runtime = times->runtime;
    uint64_t system = times->stime;

    *utime = times->shown_utime;
    *stime = times->shown_stime;
    if (times->shown_utime + times->shown_stime >= runtime)
        return;
    if (times->utime == 0 && system > 0)
        system = runtime;
    else if (system > 0)
        system = (uint64_t)((uint128)system * runtime / ((uint128)system + times->utime));
    if (system < times->shown_stime)
        system = times->shown_stime;
    *stime = system;
    *utime = runtime - system;
    if (*utime < times->shown_utime) {
        *utime = times->shown_utime;
        *stime = runtime - *utime;
    }
}
