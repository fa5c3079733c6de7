/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/tally.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"

_Static_assert(sizeof(struct ended_wire_key) == 48, "keys have no padding");

void tally_fini(struct ended_tally *tally)
{
    hash_table_fini(&tally->table);
    free(tally->rows);
    *tally = (struct ended_tally){0};
}

void tally_clear(struct ended_tally *tally)
{
    hash_table_fini(&tally->table);
    tally->table = (struct hash_table){0};
    tally->count = 0;
}

struct lookup {
    const struct ended_tally *tally;
    const struct ended_wire_key *key;
};

static bool has_key(const void *key, size_t index)
{
    const struct lookup *lookup = key;

    return memcmp(&lookup->tally->rows[index].key, lookup->key, sizeof(*lookup->key)) == 0;
}

static uint64_t hash_of(const struct ended_wire_key *key)
{
    return hash_bytes(HASH_SEED, key, sizeof(*key));
}

struct ended_row *tally_find(const struct ended_tally *tally, const struct ended_wire_key *key)
{
    const struct lookup lookup = {tally, key};
    const size_t at = hash_table_find(&tally->table, hash_of(key), has_key, &lookup);

    return at == HASH_NONE ? NULL : &tally->rows[at];
}

struct ended_row *tally_row(struct ended_tally *tally, const struct ended_wire_key *key)
{
    struct ended_row *found = tally_find(tally, key);
    size_t at;

    if (found)
        return found;
    if (ARRAY_RESERVE(&tally->rows, &tally->capacity, tally->count + 1) < 0 ||
        hash_table_add(&tally->table, hash_of(key), tally->count) < 0)
        return NULL;
    at = tally->count++;
    tally->rows[at] = (struct ended_row){.key = *key};
    return &tally->rows[at];
}

int tally_add(struct ended_tally *tally, const struct ended_wire_key *key,
              const struct ended_used *used)
{
    struct ended_row *row = tally_row(tally, key);

    if (!row)
        return -ENOMEM;
    ended_used_add(&row->used, used);
    return 0;
}
