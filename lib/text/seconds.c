/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/text/seconds.h"

#include <ctype.h>

#include "lib/base/units.h"

/* Longer times are cut to this, so that adding one to a clock does not overflow. */
#define SECONDS_MAX 1000000000u

bool seconds_parse(const char *text, uint64_t *ns)
{
    uint64_t seconds = 0, fraction = 0, place = 100000000;
    bool digits = false;

    for (; isdigit((unsigned char)*text); text++) {
        digits = true;
        if (seconds < SECONDS_MAX)
            seconds = seconds * 10 + (uint64_t)(*text - '0');
    }
    if (*text == '.' || *text == ',') {
        for (text++; isdigit((unsigned char)*text); text++) {
            digits = true;
            fraction += place * (uint64_t)(*text - '0');
            place /= 10;
        }
    }
    if (!digits || *text)
        return false;
    if (seconds > SECONDS_MAX)
        seconds = SECONDS_MAX;
    *ns = seconds * NS_PER_S + fraction;
    return true;
}
