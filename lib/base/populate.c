/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/populate.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/* Missing in older headers. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

void populate(void *memory, size_t size)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t start = (uintptr_t)memory;
    const uintptr_t first = (start + page - 1) / page * page;
    const uintptr_t last = (start + size) / page * page;

    if (first < last)
        madvise((char *)memory + (first - start), last - first, MADV_POPULATE_WRITE);
}
