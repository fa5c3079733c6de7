/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/hash.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/invariant.h"

#define FIRST_SIZE  64
#define FIRST_SHIFT 26

void hash_table_fini(struct hash_table *table)
{
    free(table->slots);
    *table = (struct hash_table){0};
}

/* Stores the slot in the first empty one from its tag's position on; one always exists. */
static void put(struct hash_table *table, struct hash_slot slot)
{
    size_t at = slot.tag >> table->shift;

    INVARIANT(table->count < table->size);
    while (table->slots[at].number != 0)
        at = (at + 1) & (table->size - 1);
    table->slots[at] = slot;
}

static int grow(struct hash_table *table)
{
    struct hash_table grown = {
        .size = table->size ? 2 * table->size : FIRST_SIZE,
        .count = table->count,
        .shift = table->size ? table->shift - 1 : FIRST_SHIFT,
    };

    if (table->count >= HASH_COUNT_MAX)
        return -ENOMEM;
    grown.slots = calloc(grown.size, sizeof(*grown.slots));
    if (!grown.slots)
        return -ENOMEM;
    for (size_t at = 0; at < table->size; at++)
        if (table->slots[at].number != 0)
            put(&grown, table->slots[at]);
    free(table->slots);
    *table = grown;
    return 0;
}

int hash_table_add(struct hash_table *table, uint64_t hash, size_t index)
{
    INVARIANT(index < HASH_NONE);
    if (table->count >= table->size / 2 && grow(table) < 0)
        return -ENOMEM;
    put(table, (struct hash_slot){hash_tag(hash), (uint32_t)index + 1});
    table->count++;
    return 0;
}
