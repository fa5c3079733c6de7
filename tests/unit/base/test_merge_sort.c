/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorting by keys, for elements of any size, and with a comparison of its own. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/sorted.h"
#include "tests/common/random.h"
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

#define KEY_SHAPES 6

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
    CASE(size_##size)                                                  \
    {                                                                  \
        for (int shape = 0; shape < KEY_SHAPES; shape++)               \
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

/* --- merge_sort() --- */

#define COUNT_MAX 3000

struct element {
    char letter;
    uint16_t number;
    uint32_t place; /* where it stood */
};

/* What the rule is told: which comes first, and it counts how often it is asked. */
struct asked {
    bool descending;
    size_t times;
};

static bool precedes(const void *left, const void *right, const void *context)
{
    const struct element *a = left, *b = right;
    struct asked *asked = *(struct asked *const *)context;

    asked->times++;
    return asked->descending ? a->number > b->number : a->number < b->number;
}

enum shape {
    SORTED,
    REVERSED,
    EQUAL,
    ONE_LATE,
    SAWTOOTH,
    FEW_VALUES,
    RANDOM,
    SHAPES
};

static uint16_t number_of(enum shape shape, size_t i, size_t count)
{
    switch (shape) {
    case SORTED:
        return (uint16_t)i;
    case REVERSED:
        return (uint16_t)(count - i);
    case EQUAL:
        return 7;
    case ONE_LATE:
        return i == count / 2 ? 0 : (uint16_t)(i + 1);
    case SAWTOOTH:
        return (uint16_t)(i % 37);
    case FEW_VALUES:
        return (uint16_t)random_below(4);
    case RANDOM:
    default:
        return (uint16_t)random_below(UINT16_MAX);
    }
}

/* The simplest sort that there is. */
static void sort_simply(struct element *elements, size_t count, bool descending)
{
    for (size_t i = 1; i < count; i++) {
        const struct element element = elements[i];
        size_t at = i;

        for (; at > 0 && (descending ? elements[at - 1].number < element.number
                                     : elements[at - 1].number > element.number);
             at--)
            elements[at] = elements[at - 1];
        elements[at] = element;
    }
}

/* n log n, and one look at each to find the runs. */
static size_t asked_max(size_t count)
{
    size_t levels = 1;

    while ((size_t)1 << levels < count)
        levels++;
    return count * (levels + 1);
}

static void check_shape(enum shape shape, size_t count, bool descending)
{
    static struct element elements[COUNT_MAX], expected[COUNT_MAX], spare[COUNT_MAX];
    struct asked asked = {.descending = descending};
    struct asked *asked_by = &asked;
    const struct merge_sort_rule rule = {sizeof(elements[0]), precedes, &asked_by};

    memset(elements, 0, sizeof(elements));
    for (size_t i = 0; i < count; i++) {
        elements[i].letter = (char)('a' + i % 26);
        elements[i].number = number_of(shape, i, count);
        elements[i].place = (uint32_t)i;
    }
    memcpy(expected, elements, sizeof(elements));
    sort_simply(expected, count, descending);
    merge_sort(elements, count, spare, &rule);
    ck_assert_msg(memcmp(elements, expected, count * sizeof(elements[0])) == 0,
                  "shape %d of %zu, descending %d", (int)shape, count, (int)descending);
    ck_assert_uint_le(asked.times, asked_max(count));
    if (shape == EQUAL || (!descending && (shape == SORTED || shape == REVERSED)))
        ck_assert_uint_lt(asked.times, count + 1);
}

LOOP(is_like_a_simple_sort, 2)
{
    for (size_t count = 0; count < 70; count++)
        for (enum shape shape = 0; shape < SHAPES; shape++)
            check_shape(shape, count, _i);
    for (enum shape shape = 0; shape < SHAPES; shape++)
        check_shape(shape, COUNT_MAX, _i);
}

static uint64_t number_at(const void *element)
{
    return ((const struct element *)element)->number;
}

/* What a search from the front would find. */
CASE(finds_the_first_that_is_not_below)
{
    struct element elements[40];

    for (size_t i = 0; i < 40; i++)
        elements[i] = (struct element){.number = (uint16_t)(i / 3 * 2 + 1)};
    for (size_t count = 0; count <= 40; count++) {
        for (uint64_t key = 0; key < 30; key++) {
            size_t expected = 0;

            while (expected < count && elements[expected].number < key)
                expected++;
            ck_assert_uint_eq(lower_bound(elements, count, sizeof(elements[0]), key, number_at),
                              expected);
        }
    }
}
