/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/text/calendar.h"

bool calendar_local(struct calendar *calendar, time_t second, struct tm *local)
{
    if (!calendar)
        return localtime_r(&second, local) != NULL;
    if (!calendar->filled || calendar->second != second) {
        calendar->known = localtime_r(&second, &calendar->local) != NULL;
        calendar->second = second;
        calendar->filled = true;
    }
    *local = calendar->local;
    return calendar->known;
}
