/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ROOM_H
#define DOTPROC_SOURCE_BPF_ROOM_H

#include <stddef.h>
#include <stdlib.h>

#define ROOM_FIRST 64

/*
 * Makes room for `count` elements of `size` bytes in a list, which may move; at least twice as
 * much as there was. The list, or NULL when memory is short: then the old one is as it was.
 */
static inline void *room_for(void *list, size_t count, size_t *capacity, size_t size)
{
    size_t grown = *capacity ? *capacity * 2 : ROOM_FIRST;

    if (count <= *capacity)
        return list;
    if (grown < count)
        grown = count;
    list = reallocarray(list, grown, size);
    if (list)
        *capacity = grown;
    return list;
}

#endif
