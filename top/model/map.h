/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_MAP_H
#define DOTPROC_TOP_MODEL_MAP_H

/*
 * The map: all threads on one screen, a row for each pool, a letter for each kind of state or wait.
 *
 * Its rows are made by table/map_rows.c; its view and its keys are in screens/map.c.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/task/task.h"
#include "lib/text/pool_name.h"

/* In the order of the cells of a row: stuck threads, running ones, sleeping ones. */
enum map_kind {
    MAP_LOCK,
    MAP_DISK,
    MAP_RUN,
    MAP_COND,
    MAP_TIMER,
    MAP_POLL,
    MAP_SOCKET,
    MAP_IO,
    MAP_OTHER,
    MAP_KINDS,
};

/* A row shows the CPU use of the last minute: one level for each slot of time. */
#define MAP_SLOTS   20
#define MAP_SLOT_NS UINT64_C(3000000000)

/* Threads of one process with similar names. */
struct pool_id {
    pid_t tgid;
    char name[POOL_NAME_SIZE];
};

bool pool_id_is(const struct pool_id *id, const struct pool_id *other);
uint64_t pool_id_hash(const struct pool_id *id);

struct map_row {
    struct pool_id id;
    const struct task *first;  /* its first thread in the current sample */
    bool same_names;           /* all threads have the name of `first` */
    uint32_t count;            /* number of threads */
    uint32_t kinds[MAP_KINDS]; /* number of threads of each kind */
    uint64_t cpu_ns;           /* CPU time of all threads in the sample's interval */
    uint8_t levels[MAP_SLOTS]; /* from map_level(), the newest last; also 0 if unknown */
};

/* Zero-initialise. */
struct map {
    struct map_row *rows; /* owned; sorted: see map_sort() */
    size_t count;
    bool known;    /* false: the current sample has no waits */
    uint64_t slot; /* CLOCK_MONOTONIC, in slots, of the newest levels */
    size_t first;  /* number of rows scrolled past the top */
};

void map_fini(struct map *map);

/* The kind of a thread; the letter of a kind. */
enum map_kind map_kind_of(const struct task *task);
char map_letter(enum map_kind kind);

/*
 * The level of CPU use: 0: none; 1: up to 10 % of one CPU; 2: up to 50 %; 3: up to 100 %; 4: more.
 */
uint8_t map_level(uint64_t cpu_ns, uint64_t interval_ns);

/* The cells of one kind in a row: one for each `scale` threads, rounded up; the cells of a row. */
size_t map_cells_of(const struct map_row *row, enum map_kind kind, size_t scale);
size_t map_cells(const struct map_row *row, size_t scale);

/*
 * The smallest number of threads per cell with which all rows fit in `width` cells: 1, 2, 5, 10 and
 * so on. A row with more kinds than cells never fits.
 */
size_t map_scale(const struct map *map, size_t width);

/*
 * Sorts rows by their threads that wait for locks and disks, then by running threads, then by all
 * threads; most first.
 */
void map_sort(struct map *map);

#endif
