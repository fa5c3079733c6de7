/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_CALENDAR_H
#define DOTPROC_TEXT_CALENDAR_H

/*
 * Local time, with a memory of one second: the threads of a pool start together, and next to all
 * else that makes a line of ps localtime_r(3) takes long.
 */

#include <stdbool.h>
#include <time.h>

/* All zero: nothing remembered. */
struct calendar {
    bool filled;
    bool known; /* what calendar_local() returned for `second` */
    time_t second;
    struct tm local;
};

/*
 * The local time of `second`; false when it cannot be told, as of a year that fits no int.
 * `calendar` may be NULL.
 */
bool calendar_local(struct calendar *calendar, time_t second, struct tm *local);

#endif
