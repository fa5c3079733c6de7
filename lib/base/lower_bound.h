/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_LOWER_BOUND_H
#define DOTPROC_BASE_LOWER_BOUND_H

/*
 * Binary search in a sorted array. Unlike bsearch(3) it finds the first of several equal elements,
 * and the position of a missing one.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the sort key of an element. */
typedef uint64_t (*element_key)(const void *element);

/* Whether the keys ascend, with `strictly` without equal ones: for INVARIANT(). */
static inline bool keys_ascend(const void *elements, size_t count, size_t size, element_key key_of,
                               bool strictly)
{
    const char *bytes = elements;

    for (size_t i = 1; i < count; i++) {
        const uint64_t before = key_of(bytes + (i - 1) * size), key = key_of(bytes + i * size);

        if (key < before || (strictly && key == before))
            return false;
    }
    return true;
}

/*
 * The index of the first of `count` elements of `size` bytes whose key is not less than `key`, or
 * `count`. The keys must ascend. Inline, so that the call of key_of is inlined too.
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
