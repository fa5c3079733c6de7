/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/kernel.h"
#include "tests/unit/run.h"

/* Elements of the usual sizes, and of an odd one. */
static const size_t sizes[] = {1, 4, 8, 13, 24, 200, 5000};

/* Every byte of element `index`. */
static int filling(size_t index)
{
    return (int)(index * 7 % 251);
}

static bool is_filled(const unsigned char *elements, size_t index, size_t size)
{
    for (size_t byte = 0; byte < size; byte++)
        if (elements[index * size + byte] != filling(index))
            return false;
    return true;
}

/* One by one: its contents stay, and it is rarely moved. */
LOOP(grows_by_one, COUNT_OF(sizes))
{
    const size_t size = sizes[_i];
    const size_t count = 4 * 1024 * 1024 / size;
    unsigned char *elements = NULL;
    size_t capacity = 0;
    size_t filled = 0;
    int grown = 0;

    for (size_t i = 0; i < count; i++) {
        if (i >= capacity) {
            ck_assert_int_eq(array_reserve(&elements, &capacity, i + 1, size), 0);
            ck_assert_uint_gt(capacity, i);
            grown++;
        }
        memset(elements + i * size, filling(i), size);
    }
    while (filled < count && is_filled(elements, filled, size))
        filled++;
    ck_assert_uint_eq(filled, count);
    ck_assert_int_lt(grown, 32);
    free(elements);
}

/* Many at a time; what fits already changes nothing. */
CASE(grows_at_once)
{
    struct pair {
        uint64_t first, second;
    } *pairs = NULL;
    size_t capacity = 0;
    const struct pair *before;

    ck_assert_int_eq(ARRAY_RESERVE(&pairs, &capacity, 0), 0);
    ck_assert_ptr_null(pairs);
    ck_assert_int_eq(ARRAY_RESERVE(&pairs, &capacity, 100000), 0);
    ck_assert_uint_eq(capacity, 100000);
    pairs[99999] = (struct pair){1, 2};
    before = pairs;
    ck_assert_int_eq(ARRAY_RESERVE(&pairs, &capacity, 100000), 0);
    ck_assert_ptr_eq(pairs, before);
    ck_assert_int_eq(ARRAY_RESERVE(&pairs, &capacity, 100001), 0);
    ck_assert_uint_gt(capacity, 110000);
    ck_assert_uint_eq(pairs[99999].second, 2);
    free(pairs);
}

/* More bytes than can exist: refused without asking for memory, and nothing changes. */
LOOP(refuses_what_cannot_be, COUNT_OF(sizes))
{
    const size_t size = sizes[_i];
    const size_t wanted[] = {SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / size, PTRDIFF_MAX / size + 1};
    unsigned char *elements = NULL;
    size_t capacity = 0;

    ck_assert_int_eq(array_reserve(&elements, &capacity, 1, size), 0);
    memset(elements, filling(0), size);
    for (int i = 0; i < COUNT_OF(wanted); i++) {
        unsigned char *const before = elements;
        const size_t room = capacity;

        ck_assert_int_eq(array_reserve(&elements, &capacity, wanted[i], size), -ENOMEM);
        ck_assert_ptr_eq(elements, before);
        ck_assert_uint_eq(capacity, room);
    }
    ck_assert(is_filled(elements, 0, size));
    free(elements);
}

/* --- arrays allocated at once --- */

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
} populated[] = {
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
LOOP(what_will_be_written_is_there, COUNT_OF(populated))
{
    const size_t size = populated[_i].size, written = populated[_i].written;
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

CASE(impossible_sizes_are_refused)
{
    ck_assert_ptr_null(populate_alloc(SIZE_MAX, 1));
    ck_assert_ptr_null(populate_alloc(SIZE_MAX - 4096, SIZE_MAX - 4096));
}
