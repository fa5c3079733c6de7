/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/query/fold.h"

#include <errno.h>
#include <string.h>

#include "lib/base/hash.h"

struct folding {
    const struct fold_by *by;
    struct pool *pools;
    uint32_t count;
    struct hash_table by_name; /* and tgid */
};

/* Whether the pool equals the candidate stored after the last one. */
static bool is_same_pool(const void *key, size_t index)
{
    const struct folding *folding = key;
    const struct pool *pool = &folding->pools[index];
    const struct pool *wanted = &folding->pools[folding->count];

    return pool->first->tgid == wanted->first->tgid && strcmp(pool->name, wanted->name) == 0 &&
           value_compare(&pool->value, &wanted->value) == 0;
}

/* The pool of this task, perhaps a new one; NULL when memory is short. */
static struct pool *find_pool(struct folding *folding, struct task *task)
{
    struct pool *added = &folding->pools[folding->count]; /* there is room for one per row */
    size_t len = pool_name(task->comm ? task->comm : "", added->name);
    uint64_t hash = hash_bytes(HASH_SEED ^ (uint64_t)task->tgid, added->name, len);
    size_t index;

    added->first = task;
    added->value = folding->by->column
                       ? column_value(folding->by->column, task, folding->by->context)
                       : value_none();
    hash = value_hash(hash, &added->value);
    index = hash_table_find(&folding->by_name, hash, is_same_pool, folding);
    if (index != HASH_NONE)
        return &folding->pools[index];
    added->count = 0;
    added->cpu_ns = added->delta_cpu_ns = 0;
    if (hash_table_add(&folding->by_name, hash, folding->count) < 0)
        return NULL;
    folding->count++;
    return added;
}

int fold_pools(struct task *const *rows, size_t count, const struct fold_by *by, struct pool *pools,
               uint32_t *pool_of)
{
    struct folding folding = {.by = by, .pools = pools};
    int result = 0;

    if (count > INT32_MAX / 4)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        struct pool *pool = find_pool(&folding, rows[i]);

        if (!pool) {
            result = -ENOMEM;
            break;
        }
        pool_of[i] = (uint32_t)(pool - pools);
        pool->count++;
        pool->cpu_ns += rows[i]->utime_ns + rows[i]->stime_ns;
        pool->delta_cpu_ns += rows[i]->delta_cpu_ns;
    }
    hash_table_fini(&folding.by_name);
    return result < 0 ? result : (int)folding.count;
}
