/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/namespace.h"

#include <string.h>

#include "lib/source/proc/parse/key_value.h"

uint64_t namespace_parse(const char *text, size_t len)
{
    const char *bracket = memchr(text, '[', len);
    int64_t inode;

    if (!bracket || !key_value_number(bracket + 1, (size_t)(text + len - bracket - 1), &inode))
        return 0;
    return inode > 0 ? (uint64_t)inode : 0;
}
