/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_ARRAY_H
#define DOTPROC_BASE_ARRAY_H

/*
 * Growing arrays. The array, its capacity and the number of its elements are members of the
 * caller's own struct, with the array as a pointer of its own type; all zero is an empty array, and
 * free(3) releases it.
 *
 *     if (ARRAY_RESERVE(&list->ids, &list->capacity, list->count + 1) < 0)
 *         return -ENOMEM;
 *     list->ids[list->count++] = id;
 *
 * Arrays double while they are small and then grow by a quarter: at 16,000 threads half of a
 * doubled array would be megabytes of unused memory.
 */

#include <stddef.h>

/* The number of elements of an array that is declared, and no pointer. */
#define ARRAY_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* array_reserve() for elements of the type that *array points to. */
#define ARRAY_RESERVE(array, capacity, wanted) \
    array_reserve((array), (capacity), (wanted), sizeof(**(array)))

/* Used by array_reserve() if the capacity is too small. */
int array_grow(void *array, size_t *capacity, size_t wanted, size_t size);

/*
 * Makes room for `wanted` elements in total, of `size` bytes, not 0; growth invalidates pointers to
 * elements. `array` is the address of the pointer to them. 0; or -ENOMEM, also if the size
 * overflows, and then array and capacity are unchanged.
 */
static inline int array_reserve(void *array, size_t *capacity, size_t wanted, size_t size)
{
    return wanted <= *capacity ? 0 : array_grow(array, capacity, wanted, size);
}

/*
 * Allocates an array of `size` bytes at once, page-aligned, to be released by free(3); NULL when
 * memory is short.
 *
 * The first `written` bytes are about to be written, so their pages are faulted in at once, as huge
 * pages if possible: page faults one by one take several times as long (madvise(2),
 * MADV_POPULATE_WRITE and MADV_HUGEPAGE). Before Linux 5.14 nothing is faulted in.
 */
void *populate_alloc(size_t size, size_t written);

#endif
