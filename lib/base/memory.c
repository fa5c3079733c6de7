/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/memory.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/base/units.h"

/* Missing in older headers. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* With 4 KiB pages; with larger pages huge ones are larger too, and rarely available. */
#define HUGE_PAGE ((size_t)(2 * BYTES_PER_MIB))

/*
 * More than the C library needs, and less than the size that free(3) returns to the kernel at once.
 */
#define SPARE_BYTES (64 * BYTES_PER_KIB)

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

int spare_memory_check_for(size_t bytes)
{
    /* volatile: otherwise the compiler may remove the unused allocation. */
    void *volatile memory = malloc(SPARE_BYTES + bytes);
    const int result = memory ? 0 : -ENOMEM;

    free(memory);
    return result;
}

int spare_memory_check(void)
{
    return spare_memory_check_for(0);
}
