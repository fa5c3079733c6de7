/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/pool_average.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/units.h"

/* After so long a sample has half of the weight. */
#define PERIOD_NS (60 * NS_PER_S)

/* Of pools that no longer have threads smaller averages are forgotten. */
#define LEAST 0.05

void pool_averages_fini(struct pool_averages *averages)
{
    free(averages->list);
    hash_table_fini(&averages->by_id);
    *averages = (struct pool_averages){0};
}

bool pool_id_is(const struct pool_id *id, const struct pool_id *other)
{
    return id->tgid == other->tgid && strcmp(id->name, other->name) == 0 &&
           strcmp(id->wait, other->wait) == 0;
}

static uint64_t hash_id(const struct pool_id *id)
{
    const uint64_t hash =
        hash_bytes(HASH_SEED ^ (uint64_t)id->tgid, id->name, strlen(id->name) + 1);

    return hash_bytes(hash, id->wait, strlen(id->wait));
}

struct wanted {
    const struct pool_averages *averages;
    const struct pool_id *id;
};

static bool is_wanted(const void *key, size_t index)
{
    const struct wanted *wanted = key;

    return pool_id_is(wanted->id, &wanted->averages->list[index].id);
}

/* NULL if there is none. */
static struct pool_average *find(const struct pool_averages *averages, const struct pool_id *id)
{
    const struct wanted wanted = {averages, id};
    const size_t index = hash_table_find(&averages->by_id, hash_id(id), is_wanted, &wanted);

    return index == HASH_NONE ? NULL : &averages->list[index];
}

double pool_averages_find(const struct pool_averages *averages, const struct pool_id *id)
{
    const struct pool_average *average = find(averages, id);

    return average ? average->threads : -1;
}

static int add(struct pool_averages *to, const struct pool_id *id, double threads)
{
    if (ARRAY_RESERVE(&to->list, &to->capacity, to->count + 1) < 0 ||
        hash_table_add(&to->by_id, hash_id(id), to->count) < 0)
        return -ENOMEM;
    to->list[to->count++] = (struct pool_average){*id, threads};
    return 0;
}

/* The share that a sample has in the averages after it. */
static double weight_of(const struct pool_averages *averages, uint64_t sample_ns)
{
    const double since_ns = (double)(sample_ns - averages->sample_ns);

    return averages->sample_ns == 0 ? 1 : since_ns / (since_ns + (double)PERIOD_NS);
}

static int make_next(const struct pool_averages *averages, const struct pool_counts *counts,
                     struct pool_averages *next)
{
    const double weight = weight_of(averages, counts->sample_ns);
    int result = 0;

    for (size_t i = 0; result == 0 && i < counts->count; i++) {
        const struct pool_average *now = &counts->list[i];
        const struct pool_average *before = find(averages, &now->id);
        const double rest = before ? before->threads * (1 - weight) : 0;

        result = add(next, &now->id, rest + now->threads * weight);
    }
    for (size_t i = 0; result == 0 && i < averages->count; i++) {
        const struct pool_average *before = &averages->list[i];
        const double rest = before->threads * (1 - weight);

        if (rest >= LEAST && !find(next, &before->id))
            result = add(next, &before->id, rest);
    }
    return result;
}

int pool_averages_add(struct pool_averages *averages, const struct pool_counts *counts)
{
    struct pool_averages next = {.sample_ns = counts->sample_ns};
    int result;

    if (averages->sample_ns == counts->sample_ns)
        return 0;
    result = make_next(averages, counts, &next);
    pool_averages_fini(averages);
    if (result == 0)
        *averages = next;
    else
        pool_averages_fini(&next);
    return result;
}
