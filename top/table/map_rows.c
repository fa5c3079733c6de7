/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/internal.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/hash.h"
#include "lib/query/group.h"
#include "lib/source/source.h"

/* The former rows, by pool. */
struct former {
    const struct map *map;
    struct hash_table by_id;
    const struct pool_id *wanted;
};

static bool is_wanted(const void *key, size_t index)
{
    const struct former *former = key;

    return pool_id_is(former->wanted, &former->map->rows[index].id);
}

static bool index_rows(struct former *former)
{
    for (size_t i = 0; i < former->map->count; i++)
        if (hash_table_add(&former->by_id, pool_id_hash(&former->map->rows[i].id), i) < 0)
            return false;
    return true;
}

/*
 * Shifts the levels to the left by the slots that have passed, and sets those of the slots that the
 * sample covers. A slot keeps the highest level of its samples.
 */
static void set_levels(struct former *former, const struct sample *sample, uint64_t slot,
                       struct map_row *row)
{
    const uint64_t passed = slot - former->map->slot;
    const size_t moved = passed < MAP_SLOTS ? (size_t)passed : MAP_SLOTS;
    const uint64_t end_ns = sample->snapshot.system.monotonic_ns;
    const uint64_t covered = slot - (end_ns - sample->interval_ns) / MAP_SLOT_NS;
    const uint8_t level = map_level(row->cpu_ns, sample->interval_ns);
    size_t index;

    former->wanted = &row->id;
    index = hash_table_find(&former->by_id, pool_id_hash(&row->id), is_wanted, former);
    if (index != HASH_NONE)
        memcpy(row->levels, former->map->rows[index].levels + moved, MAP_SLOTS - moved);
    for (size_t i = 0; i == 0 || (i < moved && i < covered); i++) {
        uint8_t *at = &row->levels[MAP_SLOTS - 1 - i];

        *at = level > *at ? level : *at;
    }
}

static void add_thread(struct map_row *row, const struct task *thread)
{
    row->count++;
    row->kinds[map_kind_of(thread)]++;
    row->cpu_ns += thread->delta_cpu_ns;
    row->same_names = row->same_names && strcmp(task_name(thread), task_name(row->first)) == 0;
}

static void make_row(struct map_row *row, struct task *const *tasks, const struct grouping *pools,
                     size_t pool)
{
    const uint32_t *members = grouping_members(pools, pool);
    const size_t count = grouping_size(pools, pool);

    row->first = tasks[members[0]];
    row->same_names = true;
    row->id.tgid = row->first->tgid;
    pool_name(task_name(row->first), row->id.name);
    for (size_t i = 0; i < count; i++)
        add_thread(row, tasks[members[i]]);
}

/* False: out of memory. */
static bool make_rows(const struct model *model, struct former *former, struct map *next)
{
    const struct window_rows *window = &model->window->rows;
    struct task *const *tasks = window->tasks;
    const struct column *columns[] = {column_find("tgid"), &group_pool_column};
    const struct group_keys keys = {columns, 2, &model->context};
    struct grouping pools = {0};

    if (group_rows((const struct task *const *)tasks, window->count, &keys, &pools) < 0)
        return false;
    next->rows = calloc(pools.count + 1, sizeof(next->rows[0]));
    for (; next->rows && next->count < pools.count; next->count++) {
        make_row(&next->rows[next->count], tasks, &pools, next->count);
        set_levels(former, model->sample, next->slot, &next->rows[next->count]);
    }
    grouping_fini(&pools);
    return next->rows;
}

static bool has_waits(const struct sample *sample)
{
    return sample && sample->request.rows & ROWS_THREADS && sample->request.need & NEED_WAIT;
}

bool map_rows_arrange(struct model *model)
{
    struct map next = {.first = model->map.first, .known = has_waits(model->sample)};
    struct former former = {.map = &model->map};
    bool made;

    if (!next.known) {
        model->map.known = false;
        return true;
    }
    next.slot = model->sample->snapshot.system.monotonic_ns / MAP_SLOT_NS;
    made = index_rows(&former) && make_rows(model, &former, &next);
    hash_table_fini(&former.by_id);
    map_fini(&model->map);
    model->map = next;
    if (made)
        map_sort(&model->map);
    return made;
}
