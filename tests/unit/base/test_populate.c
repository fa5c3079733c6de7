/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/kernel.h"
#include "tests/unit/run.h"

#define MIB            (1024 * 1024)
#define SIZE_MAX_TRIED (5 * MIB)

/* How many pages from there on are in memory. */
static size_t count_resident(void *memory, size_t size, size_t page)
{
    static unsigned char pages[SIZE_MAX_TRIED / 1024];
    const size_t count = size / page;
    size_t resident = 0;

    ck_assert_int_eq(mincore(memory, count * page, pages), 0);
    for (size_t i = 0; i < count; i++)
        resident += pages[i] & 1;
    return resident;
}

static const struct {
    size_t size, written;
} sizes[] = {
    {1, 0},
    {1, 1},
    {100000, 99999},
    {2 * MIB, 2 * MIB - 1},
    {3 * MIB, 2 * MIB},
    {5 * MIB, 3 * MIB},
    {SIZE_MAX_TRIED, 4 * MIB},
    {4 * MIB, 4 * MIB},
};

/* All that is about to be written is there, and nothing else. */
START_TEST(what_will_be_written_is_there)
{
    const size_t size = sizes[_i].size, written = sizes[_i].written;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t resident;
    char *memory;

    mallopt(M_PERTURB, 0); /* meson has all memory filled */
    memory = populate_alloc(size, written);
    ck_assert_ptr_nonnull(memory);
    ck_assert_uint_eq((uintptr_t)memory % page, 0);
    resident = count_resident(memory, size, page);
    if (kernel_is(5, 14) && !is_emulated())
        ck_assert_uint_ge(resident, written / page);
    /* One more may have what the allocator notes. */
    ck_assert_uint_le(resident, written / page + 1);
    memset(memory, 1, size);
    free(memory);
}

START_TEST(impossible_sizes_are_refused)
{
    ck_assert_ptr_null(populate_alloc(SIZE_MAX, 1));
    ck_assert_ptr_null(populate_alloc(SIZE_MAX - 4096, SIZE_MAX - 4096));
}

TESTS("populate", LOOP(what_will_be_written_is_there, COUNT_OF(sizes)),
      CASE(impossible_sizes_are_refused))
