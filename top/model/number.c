/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/number.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

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
