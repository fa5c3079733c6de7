/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/map.h"

#include <stdlib.h>
#include <string.h>

#include "lib/base/hash.h"
#include "lib/base/task_flags.h"
#include "lib/wait/wait.h"

/* The letters of the kinds, in their order. */
static const char letters[MAP_KINDS + 1] = "LD#ctpsio";

/* The letters of the kinds of waits; those without one count as 'o'. */
static const char letters_of_waits[WAIT_KINDS] = {
    [WAIT_RUN] = '#',    [WAIT_LOCK] = 'L',  [WAIT_FILELOCK] = 'L', [WAIT_KLOCK] = 'L',
    [WAIT_DISK] = 'D',   [WAIT_FAULT] = 'D', [WAIT_FUTEX] = 'c',    [WAIT_COND] = 'c',
    [WAIT_SEM] = 'c',    [WAIT_TIMER] = 't', [WAIT_POLL] = 'p',     [WAIT_URING] = 'p',
    [WAIT_SOCKET] = 's', [WAIT_PIPE] = 'i',  [WAIT_TTY] = 'i',      [WAIT_FILE] = 'i',
};

bool pool_id_is(const struct pool_id *id, const struct pool_id *other)
{
    return id->tgid == other->tgid && strcmp(id->name, other->name) == 0;
}

uint64_t pool_id_hash(const struct pool_id *id)
{
    return hash_bytes(HASH_SEED ^ (uint64_t)id->tgid, id->name, strlen(id->name));
}

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

void map_sort(struct map *map)
{
    if (map->count)
        qsort(map->rows, map->count, sizeof(map->rows[0]), compare);
}
