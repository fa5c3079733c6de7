/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_HASH_H
#define DOTPROC_BASE_HASH_H

/*
 * Finds the elements of an array by a key: an open-addressing table of their indexes.
 *
 * The caller owns the elements, in an array that may grow and move. The table stores a part of each
 * hash, so it grows without reading the elements and seldom compares different keys. Any hash with
 * distinct values works, even the numbers themselves: the table mixes their bits.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* No such element. */
#define HASH_NONE UINT32_MAX

/*
 * The maximum number of elements: a tag distinguishes 2^32 slots, and fewer fit into 32-bit
 * addresses.
 */
#define HASH_COUNT_MAX ((size_t)1 << (SIZE_MAX > UINT32_MAX ? 31 : 26))

struct hash_slot {
    uint32_t tag;    /* from hash_tag() */
    uint32_t number; /* the element's index plus 1; 0: empty */
};

/* Zero-initialise. */
struct hash_table {
    struct hash_slot *slots;
    size_t size;  /* number of slots: 0 or a power of two */
    size_t count; /* number of elements, at most half of size */
    unsigned shift;
};

/* Whether the element with this index has the key. */
typedef bool (*hash_match)(const void *key, size_t index);

void hash_table_fini(struct hash_table *table);

/*
 * Adds the element with this index, below HASH_NONE; no other element in the table may have its
 * key. Does not read the element. 0; or -ENOMEM, and then the table is unchanged.
 */
int hash_table_add(struct hash_table *table, uint64_t hash, size_t index);

/* The part of a hash that is stored: the upper bits of the product depend on all bits (Knuth). */
static inline uint32_t hash_tag(uint64_t hash)
{
    return (uint32_t)(hash * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

/*
 * The index of the element with this key and hash, or HASH_NONE. Inline, so that the call of
 * `match` is inlined too.
 */
static inline size_t hash_table_find(const struct hash_table *table, uint64_t hash,
                                     hash_match match, const void *key)
{
    const uint32_t tag = hash_tag(hash);

    if (table->size == 0)
        return HASH_NONE;
    for (size_t at = tag >> table->shift;; at = (at + 1) & (table->size - 1)) {
        const struct hash_slot slot = table->slots[at];

        if (slot.number == 0)
            return HASH_NONE;
        if (slot.tag == tag && match(key, slot.number - 1))
            return slot.number - 1;
    }
}

/* FNV-1a: continues `hash`, initially HASH_SEED, with more bytes. */
#define HASH_SEED UINT64_C(0xcbf29ce484222325)

static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < len; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static inline uint64_t hash_string(const char *string)
{
    return hash_bytes(HASH_SEED, string, strlen(string));
}

#endif
