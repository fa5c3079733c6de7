/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_LOWER_BOUND_H
#define DOTPROC_BASE_LOWER_BOUND_H

/*
 * Binary search in a sorted array. bsearch(3) finds any of several equal elements, and not the
 * position of a missing one.
 */

#include <stddef.h>
#include <stdint.h>

/* The key by which an element is sorted. */
typedef uint64_t (*element_key)(const void *element);

/*
 * The index of the first of `count` elements of `size` bytes whose key is not below `key`, or
 * `count`. The keys must ascend. Inline, so that the call of key_of is optimized away.
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
