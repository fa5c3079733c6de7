/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/map.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/hash.h"
#include "lib/base/task_flags.h"
#include "lib/query/group.h"
#include "lib/source/source.h"
#include "lib/wait/wait.h"
#include "top/model/groups.h"

/* The letters of the kinds, in their order. */
static const char letters[MAP_KINDS + 1] = "LD#ctpsio";

/* The letters of the kinds of waits; those without one count as 'o'. */
static const char letters_of_waits[WAIT_KINDS] = {
    [WAIT_RUN] = '#',    [WAIT_LOCK] = 'L',  [WAIT_FILELOCK] = 'L', [WAIT_KLOCK] = 'L',
    [WAIT_DISK] = 'D',   [WAIT_FAULT] = 'D', [WAIT_FUTEX] = 'c',    [WAIT_COND] = 'c',
    [WAIT_SEM] = 'c',    [WAIT_TIMER] = 't', [WAIT_POLL] = 'p',     [WAIT_URING] = 'p',
    [WAIT_SOCKET] = 's', [WAIT_PIPE] = 'i',  [WAIT_TTY] = 'i',      [WAIT_FILE] = 'i',
};

void map_fini(struct map *map)
{
    free(map->rows);
    *map = (struct map){0};
}

char map_letter(enum map_kind kind)
{
    return letters[kind];
}

/* A task in state D counts as waiting for a disk, unless it waits for a lock. */
enum map_kind map_kind_of(const struct task *task)
{
    const int32_t sleeps_for = task->details ? task->details->sleeps_for : WAIT_UNKNOWN;
    const char letter = letters_of_waits[wait_of_task(task->state, task->flags, sleeps_for)];

    if (task->state == STATE_BLOCKED && letter != 'L')
        return MAP_DISK;
    return letter ? (enum map_kind)(strchr(letters, letter) - letters) : MAP_OTHER;
}

uint8_t map_level(uint64_t cpu_ns, uint64_t interval_ns)
{
    const double share = interval_ns ? (double)cpu_ns / (double)interval_ns : 0;

    return (uint8_t)((share > 0) + (share > 0.1) + (share > 0.5) + (share > 1));
}

size_t map_cells_of(const struct map_row *row, enum map_kind kind, size_t scale)
{
    return (row->kinds[kind] + scale - 1) / scale;
}

size_t map_cells(const struct map_row *row, size_t scale)
{
    size_t cells = 0;

    for (enum map_kind kind = 0; kind < MAP_KINDS; kind++)
        cells += map_cells_of(row, kind, scale);
    return cells;
}

static size_t next_scale(size_t scale)
{
    size_t power = 1;

    while (power * 10 <= scale)
        power *= 10;
    return scale / power == 2 ? 5 * power : 2 * scale;
}

size_t map_scale(const struct map *map, size_t width)
{
    size_t scale = 1;

    for (size_t i = 0; i < map->count; i++)
        while (scale < map->rows[i].count && map_cells(&map->rows[i], scale) > width)
            scale = next_scale(scale);
    return scale;
}

static int compare_figures(uint64_t a, uint64_t b)
{
    return (a < b) - (a > b);
}

static int compare(const void *left, const void *right)
{
    const struct map_row *a = left, *b = right;
    int order = compare_figures((uint64_t)a->kinds[MAP_LOCK] + a->kinds[MAP_DISK],
                                (uint64_t)b->kinds[MAP_LOCK] + b->kinds[MAP_DISK]);

    if (order == 0)
        order = compare_figures(a->kinds[MAP_RUN], b->kinds[MAP_RUN]);
    if (order == 0)
        order = compare_figures(a->count, b->count);
    if (order == 0)
        order = (a->id.tgid > b->id.tgid) - (a->id.tgid < b->id.tgid);
    return order ? order : strcmp(a->id.name, b->id.name);
}

/* The former rows, by pool. */
struct former {
    const struct map *map;
    struct hash_table by_id;
    const struct pool_id *wanted;
};

static bool pool_id_is(const struct pool_id *id, const struct pool_id *other)
{
    return id->tgid == other->tgid && strcmp(id->name, other->name) == 0;
}

static uint64_t pool_id_hash(const struct pool_id *id)
{
    return hash_bytes(HASH_SEED ^ (uint64_t)id->tgid, id->name, strlen(id->name));
}

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
static bool make_rows(const struct map_source *from, struct former *former, struct map *next)
{
    const struct column *columns[] = {column_find("tgid"), &group_pool_column};
    const struct group_keys keys = {columns, 2, from->context};
    struct grouping pools = {0};

    if (group_rows((const struct task *const *)from->tasks, from->count, &keys, &pools) < 0)
        return false;
    next->rows = calloc(pools.count + 1, sizeof(next->rows[0]));
    for (; next->rows && next->count < pools.count; next->count++) {
        make_row(&next->rows[next->count], from->tasks, &pools, next->count);
        set_levels(former, from->sample, next->slot, &next->rows[next->count]);
    }
    grouping_fini(&pools);
    return next->rows;
}

static bool has_waits(const struct sample *sample)
{
    return sample && sample->request.rows & ROWS_THREADS && sample->request.need & NEED_WAIT;
}

bool map_arrange(struct map *map, const struct map_source *from)
{
    struct map next = {.first = map->first, .known = has_waits(from->sample)};
    struct former former = {.map = map};
    bool made;

    if (!next.known) {
        map->known = false;
        return true;
    }
    next.slot = from->sample->snapshot.system.monotonic_ns / MAP_SLOT_NS;
    made = index_rows(&former) && make_rows(from, &former, &next);
    hash_table_fini(&former.by_id);
    map_fini(map);
    *map = next;
    if (made && map->count)
        qsort(map->rows, map->count, sizeof(map->rows[0]), compare);
    return made;
}
