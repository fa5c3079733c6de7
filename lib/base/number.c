/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/units.h"

/* The text after the name in its line; NULL if there is no such line. */
static const char *find_line(const char *text, const char *name)
{
    const size_t len = strlen(name);

    while (text && strncmp(text, name, len) != 0) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text ? text + len : NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool decimal_take_fixed(const char **text, const char *end, unsigned places, uint64_t *value)
{
    const char *at;

    if (!decimal_take_next(text, end, value))
        return false;
    at = *text;
    if (at < end && *at == '.')
        at++;
    for (; places > 0; places--)
        *value = decimal_append(*value, at < end && is_digit(*at) ? (unsigned)(*at++ - '0') : 0);
    while (at < end && is_digit(*at))
        at++;
    *text = at;
    return true;
}

bool line_number_find(const char *text, const char *name, unsigned places, uint64_t *number)
{
    const char *at = find_line(text, name);

    *number = 0;
    return at && decimal_take_fixed(&at, at + strlen(at), places, number);
}

/* Longer times are cut to this, so that adding one to a clock does not overflow. */
#define SECONDS_MAX 1000000000u

bool seconds_parse(const char *text, uint64_t *ns)
{
    uint64_t seconds = 0, fraction = 0, place = 100000000;
    bool digits = false, is_zero = true;

    for (; is_digit(*text); text++) {
        digits = true;
        if (seconds < SECONDS_MAX)
            seconds = seconds * 10 + (uint64_t)(*text - '0');
    }
    if (*text == '.' || *text == ',') {
        for (text++; is_digit(*text); text++) {
            digits = true;
            fraction += place * (uint64_t)(*text - '0');
            is_zero &= *text == '0';
            place /= 10;
        }
    }
    if (!digits || *text)
        return false;
    if (seconds > SECONDS_MAX)
        seconds = SECONDS_MAX;
    *ns = seconds * NS_PER_S + fraction;
    if (*ns == 0 && !is_zero)
        *ns = 1;
    return true;
}

bool number_parse(const char *text, int64_t *number)
{
    char *end;
    long long value;

    if (!is_digit(text[*text == '-' || *text == '+']))
        return false;
    errno = 0;
    value = strtoll(text, &end, 10);
    if (errno || *end)
        return false;
    *number = value;
    return true;
}
