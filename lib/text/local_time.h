/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_LOCAL_TIME_H
#define DOTPROC_TEXT_LOCAL_TIME_H

/*
 * Local time, with a memory of one second: the threads of a pool start together, and next to all
 * else that makes a line of ps localtime_r(3) takes long.
 */

#include <stdbool.h>
#include <time.h>

/* All zero: nothing remembered. */
struct local_time {
    bool filled;
    bool known; /* what local_time_get() returned for `second` */
    time_t second;
    struct tm local;
};

/*
 * The local time of `second`; false when it cannot be told, as of a year that fits no int.
 * `cache` may be NULL.
 */
bool local_time_get(struct local_time *cache, time_t second, struct tm *local);

#endif
