/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/key_value.h"

#include "lib/base/number.h"
#include "lib/base/span.h"

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

bool key_value_number(const char *text, size_t len, int64_t *number)
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
