/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/ended/exit_sums.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/text/pool_name.h"

_Static_assert(sizeof(struct ended_key) == 48, "keys have no padding");

void exit_sums_fini(struct exit_sums *sums)
{
    hash_table_fini(&sums->table);
    free(sums->rows);
    *sums = (struct exit_sums){0};
}

void exit_sums_clear(struct exit_sums *sums)
{
    hash_table_fini(&sums->table);
    sums->count = 0;
}

struct lookup {
    const struct exit_sums *sums;
    const struct ended_key *key;
};

static bool has_key(const void *key, size_t index)
{
    const struct lookup *lookup = key;

    return memcmp(&lookup->sums->rows[index].key, lookup->key, sizeof(*lookup->key)) == 0;
}

static uint64_t hash_of(const struct ended_key *key)
{
    return hash_bytes(HASH_SEED, key, sizeof(*key));
}

static struct ended_row *find(const struct exit_sums *sums, const struct ended_key *key)
{
    const struct lookup lookup = {sums, key};
    const size_t at = hash_table_find(&sums->table, hash_of(key), has_key, &lookup);

    return at == HASH_NONE ? NULL : &sums->rows[at];
}

static int append(struct exit_sums *sums, const struct ended_row *row)
{
    if (ARRAY_RESERVE(&sums->rows, &sums->capacity, sums->count + 1) < 0 ||
        hash_table_add(&sums->table, hash_of(&row->key), sums->count) < 0)
        return -ENOMEM;
    sums->rows[sums->count++] = *row;
    return 0;
}

int exit_sums_add(struct exit_sums *sums, const struct ended_row *added)
{
    struct ended_row new = *added;
    struct ended_row *row;

    pool_name_fold(added->comm, new.key.comm);
    pool_name_fold(added->by, new.key.by);
    row = find(sums, &new.key);
    if (!row)
        return append(sums, &new);
    row->other_comms |= added->other_comms || memcmp(row->comm, added->comm, TASK_COMM_LEN) != 0;
    row->other_bys |= added->other_bys || memcmp(row->by, added->by, TASK_COMM_LEN) != 0;
    if (row->by_pid != added->by_pid)
        row->by_pid = 0;
    ended_used_add(&row->used, &added->used);
    return 0;
}
