/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/sorted.h"
#include "tests/unit/run.h"

/*
 * Elements of any size, on any machine: those of 12 bytes are what a key and a pointer take where
 * there are 32 bits. Behind its key every byte of an element is made from its key and its place
 * among equal ones, so that one that is torn or out of order is found.
 */
#define MOST_ELEMENTS 40

static unsigned char filling(uint64_t key, size_t nth, size_t byte)
{
    return (unsigned char)(key * 31 + nth * 7 + byte);
}

static void put_element(unsigned char *element, uint64_t key, size_t nth, size_t size)
{
    memcpy(element, &key, sizeof(key));
    for (size_t byte = sizeof(key); byte < size; byte++)
        element[byte] = filling(key, nth, byte);
}

/* Lists in all the orders that runs come in. */
static uint64_t key_at(int shape, size_t index, size_t count)
{
    switch (shape) {
    case 0:
        return index;
    case 1:
        return count - index;
    case 2:
        return index % 3;
    case 3:
        return index < count / 2 ? count - index : index;
    case 4:
        return UINT64_MAX - index; /* its high half is in play */
    default:
        return (uint64_t)(index * 17 % 11) << 32 | index % 2;
    }
}

#define SHAPES 6

/* Sorts `count` elements of `size` bytes with nothing to spare around them. */
static void check_sort(int shape, size_t count, size_t size,
                       void sort(void *elements, size_t count, void *spare))
{
    unsigned char *elements = malloc(count * size);
    unsigned char *spare = malloc(count * size);
    uint64_t before = 0;
    size_t nth = 0;

    ck_assert(elements && spare);
    for (size_t i = 0; i < count; i++) {
        size_t equal = 0;

        for (size_t other = 0; other < i; other++)
            equal += key_at(shape, other, count) == key_at(shape, i, count);
        put_element(elements + i * size, key_at(shape, i, count), equal, size);
    }
    sort(elements, count, spare);
    for (size_t i = 0; i < count; i++) {
        uint64_t key;

        memcpy(&key, elements + i * size, sizeof(key));
        ck_assert_msg(i == 0 || before <= key, "size %zu, shape %d: no order at %zu of %zu", size,
                      shape, i, count);
        nth = i > 0 && before == key ? nth + 1 : 0;
        for (size_t byte = sizeof(key); byte < size; byte++)
            ck_assert_msg(elements[i * size + byte] == filling(key, nth, byte),
                          "size %zu, shape %d: byte %zu of element %zu of %zu", size, shape, byte,
                          i, count);
        before = key;
    }
    free(elements);
    free(spare);
}

/* As it is used: the size is a constant where the sort becomes a part of its caller. */
#define SORT_OF(size)                                                  \
    static void sort_##size(void *elements, size_t count, void *spare) \
    {                                                                  \
        merge_sort_by_key(elements, count, size, spare);               \
    }                                                                  \
    START_TEST(size_##size)                                            \
    {                                                                  \
        for (int shape = 0; shape < SHAPES; shape++)                   \
            for (size_t count = 1; count <= MOST_ELEMENTS; count++)    \
                check_sort(shape, count, size, sort_##size);           \
    }

SORT_OF(8)
SORT_OF(9)
SORT_OF(12)
SORT_OF(15)
SORT_OF(16)
SORT_OF(20)
SORT_OF(24)

TESTS("merge_sort", CASE(size_8), CASE(size_9), CASE(size_12), CASE(size_15), CASE(size_16),
      CASE(size_20), CASE(size_24))
