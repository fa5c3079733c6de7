/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/maps.h"

#include <string.h>

#include "lib/base/number.h"

/* Parses a hexadecimal number and the byte after it, which must be `stop`; moves *at past both. */
static bool take_hex(const char **at, const char *end, char stop, uint64_t *number)
{
    if (!hexadecimal_take(at, end, number) || *at == end || **at != stop)
        return false;
    ++*at;
    return true;
}

/* Parses a decimal number and the blanks after it; moves *at past all of them. */
static bool take_inode(const char **at, const char *end, uint64_t *inode)
{
    if (!decimal_take(at, end, inode) || (*at < end && **at != ' '))
        return false;
    while (*at < end && **at == ' ')
        ++*at;
    return true;
}

/* "7f00-7f10 r-xp 00001000 08:01 1234   /usr/lib/name" */
bool maps_parse(const char *line, size_t len, struct mapping *mapping)
{
    const char *newline = memchr(line, '\n', len);
    const char *end = newline ? newline : line + len;
    const char *at = line;
    const char *flags;
    uint64_t minor;

    if (!take_hex(&at, end, '-', &mapping->start) || !take_hex(&at, end, ' ', &mapping->end))
        return false;
    flags = at;
    if (end - flags < 5 || flags[4] != ' ')
        return false;
    mapping->executable = flags[2] == 'x';
    mapping->shared = flags[3] == 's';
    at += 5;
    if (!take_hex(&at, end, ' ', &mapping->offset) || mapping->end < mapping->start ||
        !take_hex(&at, end, ':', &mapping->device) || !take_hex(&at, end, ' ', &minor) ||
        !take_inode(&at, end, &mapping->inode))
        return false;
    mapping->device = mapping->device << 32 | minor;
    mapping->path = at;
    mapping->path_len = (size_t)(end - at);
    return true;
}
