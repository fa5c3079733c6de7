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

static struct ended_row *find(const struct ended_tally *tally, const struct ended_wire_key *key)
{
    const struct lookup lookup = {tally, key};
    const size_t at = hash_table_find(&tally->table, hash_of(key), has_key, &lookup);

    return at == HASH_NONE ? NULL : &tally->rows[at];
}

static struct ended_row *append(struct ended_tally *tally, const struct ended_row *row)
{
    if (ARRAY_RESERVE(&tally->rows, &tally->capacity, tally->count + 1) < 0 ||
        hash_table_add(&tally->table, hash_of(&row->key), tally->count) < 0)
        return NULL;
    tally->rows[tally->count] = *row;
    return &tally->rows[tally->count++];
}

static void fold_numbers(char name[TASK_COMM_LEN])
{
    size_t len = 0;

    for (size_t i = 0; i < 16; i++) {
        const bool is_digit = name[i] >= '0' && name[i] <= '9';

        if (!is_digit)
            name[len++] = name[i];
        else if (len == 0 || name[len - 1] != '*')
            name[len++] = '*';
    }
    memset(name + len, '\0', 16 - len);
}

int tally_add(struct ended_tally *tally, const struct ended_wire_key *key,
              const struct ended_names *names, const struct ended_used *used)
{
    struct ended_wire_key folded = *key;
    struct ended_row *row;

    fold_numbers(folded.comm);
    fold_numbers(folded.by);
    row = find(tally, &folded);
    if (!row)
        row = append(tally, &(struct ended_row){.key = folded, .names = *names});
    if (!row)
        return -ENOMEM;
    row->names.other_comms |=
        names->other_comms || memcmp(row->names.comm, names->comm, sizeof(names->comm)) != 0;
    row->names.other_bys |=
        names->other_bys || memcmp(row->names.by, names->by, sizeof(names->by)) != 0;
    if (row->names.by_pid != names->by_pid)
        row->names.by_pid = 0;
    ended_used_add(&row->used, used);
    return 0;
}
