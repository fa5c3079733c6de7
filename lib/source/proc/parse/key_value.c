/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/key_value.h"

#include <string.h>

#include "lib/base/number.h"

/* Stores the line's value if it has one of the keys. */
static bool parse_line(const char *text, const char *end, const struct key_value *lines,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t key_len = strlen(lines[i].key);

        if ((size_t)(end - text) < key_len || memcmp(text, lines[i].key, key_len) != 0)
            continue;
        text += key_len;
        return decimal_take_next(&text, end, lines[i].value);
    }
    return false;
}

size_t key_value_parse(const char *text, size_t len, const struct key_value *lines, size_t count)
{
    const char *end = text + len;
    size_t found = 0;

    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *line_end = newline ? newline : end;

        found += parse_line(text, line_end, lines, count);
        text = line_end + 1;
    }
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
