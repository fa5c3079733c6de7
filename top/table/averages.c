/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/groups.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/source/source.h"

/* A sample that covers this time has half of the weight. */
#define PERIOD_NS (60 * NS_PER_S)

/* Smaller averages of groups without threads are dropped. */
#define LEAST 0.05

/* The groups of a sample: their number of threads. */
struct group_counts {
    const struct group_average *list;
    size_t count;
    uint64_t sample_ns;
};

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

/*
 * Adds a sample, unless it is not newer than the last one. Groups without a count have no threads
 * in it. 0 or -ENOMEM; then all samples are forgotten.
 */
static int add_sample(struct group_averages *averages, const struct group_counts *counts)
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

/* A hash of what selects the members of groups: averages are of one selection. */
static uint64_t hash_selection(const struct model *model, const struct window *window)
{
    const struct sample_request *request = &model->sample->request;
    const struct window_position *position = &window->position;
    const struct filters *filters = &window->settings.filters;
    uint64_t hash = HASH_SEED + window->settings.idle_hidden;

    for (size_t i = 0; i < filters->count; i++)
        if (model_applies_filter(model, window, &filters->list[i]))
            hash = hash_bytes(hash, &filters->list[i], sizeof(filters->list[i]));
    hash = hash_bytes(hash, request->pids, request->pid_count * sizeof(request->pids[0]));
    hash = hash_bytes(hash, &position->users, sizeof(position->users));
    hash = hash_bytes(hash, position->cgroup.hierarchy, strlen(position->cgroup.hierarchy));
    hash = hash_bytes(hash, position->cgroup.path, strlen(position->cgroup.path));
    return hash_bytes(hash, position->quick.text, strlen(position->quick.text));
}

static bool has_averages(const struct model *model, const struct window *window)
{
    const struct sample_request *request = &model->sample->request;

    return group_by_has_wait(window->settings.group) && request->rows & ROWS_THREADS &&
           request->need & NEED_WAIT && !model_looks_back(model);
}

bool averages_put(const struct model *model, struct window *window)
{
    struct window_rows *rows = &window->rows;
    struct group_counts sizes = {.sample_ns = model->sample->snapshot.system.monotonic_ns};
    struct group_average *list;
    const struct group_average *average;
    uint64_t selection;
    int result;

    if (!has_averages(model, window))
        return true;
    selection = hash_selection(model, window);
    if (rows->averaged_selection != selection)
        group_averages_fini(&rows->averages);
    rows->averaged_selection = selection;
    sizes.list = list = calloc(rows->grouping.count + 1, sizeof(*list));
    if (!list)
        return false;
    for (size_t i = 0; i < rows->grouping.count; i++) {
        const struct group_row *row = &rows->groups[i];

        if (!row->task.is_ended) /* whose rows are not threads */
            list[sizes.count++] = (struct group_average){row->id, (double)row->members.count};
    }
    result = add_sample(&rows->averages, &sizes);
    free(list);
    for (size_t i = 0; i < rows->grouping.count && result == 0; i++)
        if ((average = find(&rows->averages, rows->groups[i].id)))
            rows->groups[i].threads = average->threads;
    return result == 0;
}
