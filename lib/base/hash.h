/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_HASH_H
#define DOTPROC_BASE_HASH_H

/*
 * Finding the elements of an array by a key: a table of their indexes, with open addressing.
 *
 * The elements are the caller's, in an array that may grow and move. The table keeps a part of each
 * hash, so it grows without a look at them, and compares few keys that differ. Any hash will do
 * whose values differ, numbers as they are among them: the table mixes their bits.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* There is no such element. */
#define HASH_NONE UINT32_MAX

/* Elements of a table. A tag tells 2^32 slots apart; where addresses are short, fewer fit. */
#define HASH_COUNT_MAX ((size_t)1 << (SIZE_MAX > UINT32_MAX ? 31 : 26))

struct hash_slot {
    uint32_t tag;    /* the part of the hash */
    uint32_t number; /* the element's index and 1; 0: the slot is empty */
};

/* Zero-initialise. */
struct hash_table {
    struct hash_slot *slots;
    size_t size;  /* of the slots: 0 or a power of two */
    size_t count; /* of the elements: at most half as many */
    unsigned shift;
};

/* Whether the element with this index has the key. */
typedef bool (*hash_match)(const void *key, size_t index);

void hash_table_fini(struct hash_table *table);

/*
 * Adds the element with this index, below HASH_NONE, whose key no other in the table has. It is not
 * looked at. 0 or -ENOMEM; then the table is as it was.
 */
int hash_table_add(struct hash_table *table, uint64_t hash, size_t index);

/* What is kept of a hash: the upper bits of the product depend on all of it (Knuth). */
static inline uint32_t hash_tag(uint64_t hash)
{
    return (uint32_t)(hash * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

/*
 * The index of the element with this key and hash; HASH_NONE where there is none. Inline, so that
 * the call of `match` disappears.
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

/* FNV-1a, from HASH_SEED on: the hash of bytes that follow those already in `hash`. */
#define HASH_SEED UINT64_C(0xcbf29ce484222325)

static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < len; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
