/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/populate.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/base/units.h"

/* Missing in older headers. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Where pages have 4 KiB; elsewhere huge ones are larger, and there will hardly be one. */
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
    /* Only those that will be full: no more memory is held than without them. */
    if (written >= HUGE_PAGE)
        madvise(memory, round_down(written, HUGE_PAGE), MADV_HUGEPAGE);
    if (written >= page)
        madvise(memory, round_down(written, page), MADV_POPULATE_WRITE);
    return memory;
}
