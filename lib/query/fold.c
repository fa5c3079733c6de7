/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pools are found in a hash table of their indexes, by process and name, with open addressing. */
#include "lib/query/fold.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

struct folding {
    struct pool *pools;
    uint32_t count;
    uint32_t *slots; /* of the table: an index of `pools` or NONE */
    size_t mask;
};

/* FNV-1a */
static size_t hash(pid_t tgid, const char *name, size_t len)
{
    uint64_t value = UINT64_C(14695981039346656037) ^ (uint64_t)tgid;

    for (size_t i = 0; i < len; i++)
        value = (value ^ (unsigned char)name[i]) * UINT64_C(1099511628211);
    return (size_t)(value ^ value >> 32);
}

/* The pool of this task, which may be a new one. */
static uint32_t find_pool(struct folding *folding, struct task *task)
{
    struct pool *added = &folding->pools[folding->count]; /* there is room for one a row */
    size_t len = pool_name(task->comm ? task->comm : "", added->name);
    size_t slot = hash(task->tgid, added->name, len) & folding->mask;

    for (; folding->slots[slot] != NONE; slot = (slot + 1) & folding->mask) {
        const struct pool *pool = &folding->pools[folding->slots[slot]];

        if (pool->first->tgid == task->tgid && strcmp(pool->name, added->name) == 0)
            return folding->slots[slot];
    }
    added->first = task;
    added->count = 0;
    added->cpu_ns = added->delta_cpu_ns = 0;
    folding->slots[slot] = folding->count++;
    return folding->slots[slot];
}

int fold_pools(struct task *const *rows, size_t count, struct pool *pools, uint32_t *pool_of)
{
    struct folding folding = {.pools = pools};
    size_t size = 16;

    if (count == 0)
        return 0;
    if (count > INT32_MAX / 4)
        return -ENOMEM;
    while (size < 2 * count)
        size *= 2;
    folding.mask = size - 1;
    folding.slots = malloc(size * sizeof(*folding.slots));
    if (!folding.slots)
        return -ENOMEM;
    memset(folding.slots, 0xff, size * sizeof(*folding.slots));
    for (size_t i = 0; i < count; i++) {
        struct pool *pool;

        pool_of[i] = find_pool(&folding, rows[i]);
        pool = &pools[pool_of[i]];
        pool->count++;
        pool->cpu_ns += rows[i]->utime_ns + rows[i]->stime_ns;
        pool->delta_cpu_ns += rows[i]->delta_cpu_ns;
    }
    free(folding.slots);
    return (int)folding.count;
}
