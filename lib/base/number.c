/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/number.h"

#include <string.h>

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

/* The next digit of a fraction; 0 after the last. */
static unsigned take_digit(const char **at)
{
    return **at >= '0' && **at <= '9' ? (unsigned)(*(*at)++ - '0') : 0;
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
