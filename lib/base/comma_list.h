/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_COMMA_LIST_H
#define DOTPROC_BASE_COMMA_LIST_H

/* Comma-separated lists in files of the kernel, such as the controllers in /proc/PID/cgroup. */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether the list of `len` bytes has this name; an empty list has the name "". */
static inline bool comma_list_has(const char *list, size_t len, const char *name)
{
    const size_t name_len = strlen(name);
    const char *end = list + len;

    while (list < end) {
        const char *comma = memchr(list, ',', (size_t)(end - list));
        const char *stop = comma ? comma : end;

        if ((size_t)(stop - list) == name_len && memcmp(list, name, name_len) == 0)
            return true;
        list = stop + 1;
    }
    return name_len == 0 && len == 0;
}

#endif
