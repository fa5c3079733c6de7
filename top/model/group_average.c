/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/group_average.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/units.h"

/* A sample that covers this time has half of the weight. */
#define PERIOD_NS (60 * NS_PER_S)

/* Smaller averages of groups without threads are dropped. */
#define LEAST 0.05

void group_averages_fini(struct group_averages *averages)
{
    free(averages->list);
    hash_table_fini(&averages->by_id);
    *averages = (struct group_averages){0};
}

struct wanted {
    const struct group_averages *averages;
    uint64_t id;
};

static bool is_wanted(const void *key, size_t index)
{
    const struct wanted *wanted = key;

    return wanted->id == wanted->averages->list[index].id;
}

/* NULL if there is none. */
static struct group_average *find(const struct group_averages *averages, uint64_t id)
{
    const struct wanted wanted = {averages, id};
    const size_t index = hash_table_find(&averages->by_id, id, is_wanted, &wanted);

    return index == HASH_NONE ? NULL : &averages->list[index];
}

double group_averages_find(const struct group_averages *averages, uint64_t id)
{
    const struct group_average *average = find(averages, id);

    return average ? average->threads : -1;
}

static int add(struct group_averages *to, uint64_t id, double threads)
{
    if (ARRAY_RESERVE(&to->list, &to->capacity, to->count + 1) < 0 ||
        hash_table_add(&to->by_id, id, to->count) < 0)
        return -ENOMEM;
    to->list[to->count++] = (struct group_average){id, threads};
    return 0;
}

/* The weight of a sample in the new averages. */
static double weight_of(const struct group_averages *averages, uint64_t sample_ns)
{
    const double since_ns = (double)(sample_ns - averages->sample_ns);

    return averages->sample_ns == 0 ? 1 : since_ns / (since_ns + (double)PERIOD_NS);
}

static int make_next(const struct group_averages *averages, const struct group_counts *counts,
                     struct group_averages *next)
{
    const double weight = weight_of(averages, counts->sample_ns);
    int result = 0;

    for (size_t i = 0; result == 0 && i < counts->count; i++) {
        const struct group_average *now = &counts->list[i];
        const struct group_average *before = find(averages, now->id);
        const double rest = before ? before->threads * (1 - weight) : 0;

        result = add(next, now->id, rest + now->threads * weight);
    }
    for (size_t i = 0; result == 0 && i < averages->count; i++) {
        const struct group_average *before = &averages->list[i];
        const double rest = before->threads * (1 - weight);

        if (rest >= LEAST && !find(next, before->id))
            result = add(next, before->id, rest);
    }
    return result;
}

int group_averages_add(struct group_averages *averages, const struct group_counts *counts)
{
    struct group_averages next = {.sample_ns = counts->sample_ns};
    int result;

    if (averages->sample_ns >= counts->sample_ns)
        return 0;
    result = make_next(averages, counts, &next);
    group_averages_fini(averages);
    if (result == 0)
        *averages = next;
    else
        group_averages_fini(&next);
    return result;
}
