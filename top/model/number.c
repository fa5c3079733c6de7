/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/number.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "lib/base/units.h"

/* A longer delay is as good as forever; its sum with a clock must not overflow. */
#define SECONDS_MAX 1000000000u

bool number_parse(const char *text, int64_t *number)
{
    char *end;
    long long value;

    if (!isdigit((unsigned char)text[*text == '-' || *text == '+']))
        return false;
    errno = 0;
    value = strtoll(text, &end, 10);
    if (errno || *end)
        return false;
    *number = value;
    return true;
}

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
