/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/parse/cgroup.h"

#include <stdbool.h>
#include <string.h>

/* Whether the path, behind the second colon, is the root: "0::/". */
static bool at_root(const char *line, size_t len)
{
    const char *colon = memchr(line, ':', len);

    if (colon)
        colon = memchr(colon + 1, ':', (size_t)(line + len - colon - 1));
    return colon && line + len - colon == 2 && colon[1] == '/';
}

size_t cgroup_join(char *text, size_t len)
{
    size_t joined = 0;
    size_t start = 0;

    while (start < len) {
        const char *newline = memchr(text + start, '\n', len - start);
        size_t line_len = newline ? (size_t)(newline - text) - start : len - start;

        if (line_len > 0 && !at_root(text + start, line_len)) {
            if (joined > 0)
                text[joined++] = ',';
            memmove(text + joined, text + start, line_len);
            joined += line_len;
        }
        start += line_len + 1;
    }
    return joined;
}
