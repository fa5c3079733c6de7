/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/number.h"

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

/* The next digit of a fraction; 0 after the last. */
static unsigned take_digit(const char **at)
{
    return is_digit(**at) ? (unsigned)(*(*at)++ - '0') : 0;
}

bool line_number_find(const char *text, const char *name, unsigned places, uint64_t *number)
{
    const char *at = find_line(text, name);

    *number = 0;
    if (!at || !decimal_take(&at, at + strlen(at), number))
        return false;
    if (*at == '.')
        at++;
    for (unsigned i = 0; i < places; i++)
        *number = decimal_append(*number, take_digit(&at));
    return true;
}

/* Longer times are cut to this, so that adding one to a clock does not overflow. */
#define SECONDS_MAX 1000000000u

bool seconds_parse(const char *text, uint64_t *ns)
{
    uint64_t seconds = 0, fraction = 0, place = 100000000;
    bool digits = false;

    for (; is_digit(*text); text++) {
        digits = true;
        if (seconds < SECONDS_MAX)
            seconds = seconds * 10 + (uint64_t)(*text - '0');
    }
    if (*text == '.' || *text == ',') {
        for (text++; is_digit(*text); text++) {
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
