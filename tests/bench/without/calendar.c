/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each row asks the C library for its local time. */
#include "lib/text/calendar.h"
#include "tests/bench/without/without.h"

WITHOUT(bool, calendar_local, struct calendar *calendar, time_t second, struct tm *local)
{
    (void)calendar;
    return __real_calendar_local(NULL, second, local);
}
