/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "lib/base/hash.h"
#include "tests/common/random.h"
#include "tests/unit/run.h"

#define COUNT 20000

static uint64_t keys[COUNT];
static size_t compared;

static bool has_key(const void *key, size_t index)
{
    compared++;
    return keys[index] == *(const uint64_t *)key;
}

/* What the table multiplies a hash by has this inverse, so that hashes can be made for a slot. */
static uint64_t hash_for(uint64_t product)
{
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t inverse = factor;

    for (int i = 0; i < 6; i++)
        inverse *= 2 - factor * inverse;
    return product * inverse;
}

/* The hash of element `index`. */
typedef uint64_t (*make_hash)(size_t index);

static uint64_t neighbours(size_t index)
{
    return index;
}

static uint64_t multiples(size_t index)
{
    return (uint64_t)index << 32;
}

static uint64_t texts(size_t index)
{
    return hash_bytes(HASH_SEED, &index, sizeof(index));
}

/* Four of each tag. */
static uint64_t few_tags(size_t index)
{
    return hash_for((uint64_t)(index % 500) << 55 | index);
}

/* Two of each tag, and all of them want the last slots: most find a place behind the end. */
static uint64_t last_slots(size_t index)
{
    return hash_for(UINT64_MAX - ((uint64_t)(index % 1000) << 32));
}

static const struct {
    make_hash hash_of;
    size_t count;
    size_t compared_max; /* keys for each that is looked for, on an average */
} cases[] = {
    {neighbours, COUNT, 1},    {multiples, COUNT, 1},       {texts, COUNT, 1},
    {few_tags, COUNT / 10, 4}, {last_slots, COUNT / 10, 2},
};

/* Each key is found once it has been added, and not before, in a table that grows meanwhile. */
LOOP(finds_what_was_added, COUNT_OF(cases))
{
    const make_hash hash_of = cases[_i].hash_of;
    const size_t count = cases[_i].count;
    struct hash_table table = {0};
    size_t found = 0, missing = 0;

    for (size_t i = 0; i < count; i++) {
        keys[i] = i * 3;
        missing += hash_table_find(&table, hash_of(i), has_key, &keys[i]) == HASH_NONE;
        if (hash_table_add(&table, hash_of(i), i) < 0)
            ck_abort_msg("no memory for element %zu", i);
        found += hash_table_find(&table, hash_of(i), has_key, &keys[i]) == i;
    }
    ck_assert_uint_eq(missing, count);
    ck_assert_uint_eq(found, count);
    ck_assert_uint_eq(table.count, count);
    ck_assert_uint_ge(table.size, 2 * count);
    found = missing = compared = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t other = i * 3 + 1;

        found += hash_table_find(&table, hash_of(i), has_key, &keys[i]) == i;
        missing += hash_table_find(&table, hash_of(i), has_key, &other) == HASH_NONE;
    }
    ck_assert_uint_eq(found, count);
    ck_assert_uint_eq(missing, count);
    ck_assert_uint_le(compared, 2 * count * cases[_i].compared_max);
    hash_table_fini(&table);
    ck_assert_uint_eq(table.size, 0);
}

/*
 * Repeated keys, many with the same hash, indexes in no order: the answers are those of a linear
 * search.
 */
CASE(is_like_a_list)
{
    struct hash_table table = {0};
    size_t added[700] = {0};
    size_t count = 0;

    for (int step = 0; step < 4000; step++) {
        size_t expected = HASH_NONE;
        const uint64_t key = random_below(700);

        for (size_t i = 0; i < count && expected == HASH_NONE; i++)
            if (keys[added[i]] == key)
                expected = added[i];
        ck_assert_uint_eq(hash_table_find(&table, key % 50, has_key, &key), expected);
        if (expected == HASH_NONE && step % 2 == 0) {
            added[count] = COUNT - 1 - count;
            keys[added[count]] = key;
            ck_assert_int_eq(hash_table_add(&table, key % 50, added[count]), 0);
            count++;
        }
    }
    hash_table_fini(&table);
}

/* One more than there can be: refused before the slots are touched, of which there are none here.
 */
CASE(refuses_what_cannot_be)
{
    struct hash_table table = {.size = 2 * HASH_COUNT_MAX, .count = HASH_COUNT_MAX};
    const struct hash_table before = table;

    ck_assert_int_eq(hash_table_add(&table, 7, HASH_COUNT_MAX), -ENOMEM);
    ck_assert_mem_eq(&table, &before, sizeof(table));
}

CASE(bytes_may_come_in_parts)
{
    const uint64_t whole = hash_bytes(HASH_SEED, "worker", 6);

    ck_assert_uint_eq(hash_bytes(hash_bytes(HASH_SEED, "wor", 3), "ker", 3), whole);
    ck_assert_uint_eq(hash_bytes(whole, "", 0), whole);
    ck_assert_uint_ne(hash_bytes(HASH_SEED, "workers", 7), whole);
    /* The published figure for FNV-1a. */
    ck_assert_uint_eq(hash_bytes(HASH_SEED, "a", 1), UINT64_C(0xaf63dc4c8601ec8c));
}
