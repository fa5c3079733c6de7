/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_LOCAL_TIME_H
#define DOTPROC_TEXT_LOCAL_TIME_H

/*
 * A cache of localtime_r(3) for one second: threads of a pool start together, and localtime_r(3)
 * takes longer than the rest of a line of ps.
 */

#include <stdbool.h>
#include <time.h>

/* Zero-initialise. */
struct local_time {
    bool filled;
    bool known; /* the result for `second` */
    time_t second;
    struct tm local;
};

/*
 * The local time of `second`; false if there is none, for instance because the year does not fit an
 * int. `cache` may be NULL.
 */
bool local_time_get(struct local_time *cache, time_t second, struct tm *local);

#endif
