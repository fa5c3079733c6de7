/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/array.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/base/invariant.h"
#include "lib/base/units.h"

#define FIRST_BYTES BYTES_PER_KIB
#define FIRST_COUNT 16
#define SMALL_BYTES BYTES_PER_MIB

/* An object pointer of any type, accessed as void *. */
typedef void *__attribute__((may_alias)) any_pointer;

/* The capacity after one growth step. */
static size_t next_capacity(size_t capacity, size_t size)
{
    const size_t first = FIRST_BYTES / size;

    if (capacity == 0)
        return first > FIRST_COUNT ? first : FIRST_COUNT;
    return capacity + (capacity * size < SMALL_BYTES ? capacity : capacity / 4);
}

int array_grow(void *array, size_t *capacity, size_t wanted, size_t size)
{
    const size_t most = PTRDIFF_MAX / size;
    size_t grown = next_capacity(*capacity, size);
    any_pointer *elements = array;
    void *moved;

    INVARIANT(*elements || *capacity == 0);
    if (wanted > most)
        return -ENOMEM;
    if (grown < wanted || grown > most)
        grown = wanted;
    moved = realloc(*elements, grown * size);
    if (!moved)
        return -ENOMEM;
    *elements = moved;
    *capacity = grown;
    return 0;
}

/* Missing in older headers. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* With 4 KiB pages; with larger pages huge ones are larger too, and rarely available. */
#define HUGE_PAGE ((size_t)(2 * BYTES_PER_MIB))

static size_t round_down(size_t size, size_t unit)
{
    return size / unit * unit;
}

void *populate_alloc(size_t size, size_t written)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t align = written < HUGE_PAGE ? page : HUGE_PAGE;
    void *memory;

    if (size > SIZE_MAX - align)
        return NULL;
    memory = aligned_alloc(align, round_down(size + align - 1, align));
    if (!memory)
        return NULL;
    /* Only huge pages that will be full, so that they take no more memory than small ones. */
    if (written >= HUGE_PAGE)
        madvise(memory, round_down(written, HUGE_PAGE), MADV_HUGEPAGE);
    if (written >= page)
        madvise(memory, round_down(written, page), MADV_POPULATE_WRITE);
    return memory;
}
