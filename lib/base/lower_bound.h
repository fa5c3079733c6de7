/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_LOWER_BOUND_H
#define DOTPROC_BASE_LOWER_BOUND_H

/*
 * Finding things in a sorted array. bsearch(3) finds one of those that are equal, and not where a
 * missing one would stand.
 */

#include <stddef.h>
#include <stdint.h>

/* What an element is sorted by. */
typedef uint64_t (*element_key)(const void *element);

/*
 * The index of the first of `count` elements of `size` bytes whose key is not below `key`, which
 * is `count` where there is none. The keys must not descend. Inline, so that the call of key_of
 * disappears.
 */
static inline size_t lower_bound(const void *elements, size_t count, size_t size, uint64_t key,
                                 element_key key_of)
{
    const char *bytes = elements;
    size_t low = 0;
    size_t high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (key_of(bytes + middle * size) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
