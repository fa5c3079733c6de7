/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/pressure/line_number.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Behind the name in its line; NULL if there is no such line. */
static const char *find_line(const char *text, const char *name)
{
    const size_t len = strlen(name);

    while (text && strncmp(text, name, len) != 0) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text ? text + len : NULL;
}

static void add_digit(uint64_t *number, char digit)
{
    const uint64_t value = (uint64_t)(digit - '0');

    *number = *number <= (UINT64_MAX - value) / 10 ? *number * 10 + value : UINT64_MAX;
}

bool line_number_find(const char *text, const char *name, unsigned places, uint64_t *number)
{
    const char *at = find_line(text, name);

    *number = 0;
    if (!at || !is_digit(*at))
        return false;
    for (; is_digit(*at); at++)
        add_digit(number, *at);
    if (*at == '.')
        at++;
    for (unsigned i = 0; i < places; i++)
        add_digit(number, is_digit(*at) ? *at++ : '0');
    return true;
}
