/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/span.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/units.h"

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

bool number_parse_start(const char *text, size_t len, int64_t *number)
{
    const char *end = text + len;
    const bool negative = len > 0 && *text == '-';
    uint64_t value;

    if (negative)
        text++;
    if (!decimal_take(&text, end, &value))
        return false;
    if (value > INT64_MAX)
        value = INT64_MAX;
    *number = negative ? -(int64_t)value : (int64_t)value;
    return true;
}

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

bool line_number_find(const char *text, const char *name, unsigned places, uint64_t *number)
{
    const char *at = find_line(text, name);

    *number = 0;
    return at && decimal_take_fixed(&at, at + strlen(at), places, number);
}

/* Stores the line's value if it has one of the keys. */
static bool parse_line(struct span line, const struct key_value *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (span_take_prefix(&line, lines[i].key))
            return decimal_take_next(&line.text, span_end(line), lines[i].value);
    return false;
}

size_t key_value_parse(const char *text, size_t len, const struct key_value *lines, size_t count)
{
    struct span rest = {text, len}, line;
    size_t found = 0;

    while (span_take_part(&rest, '\n', &line))
        found += parse_line(line, lines, count);
    return found;
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
