/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_MAP_H
#define DOTPROC_TOP_MODEL_MAP_H

/*
 * The map: all threads on one screen, a row for each pool, a letter for each kind of state or wait.
 * Its view and its keys are in screens/map.c.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/column/column.h"
#include "lib/text/pool_name.h"
#include "top/model/sample.h"

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
    struct map_row *rows; /* owned; sorted: see map_arrange() */
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

/* What rows are made of. */
struct map_source {
    const struct sample *sample; /* NULL: none yet */
    struct task *const *tasks;   /* its threads that pass the filters */
    size_t count;
    const struct column_context *context;
};

/*
 * Makes the rows, unless the sample has no waits. Rows of pools that already had one keep the
 * levels of their last minute. Sorts them by their threads that wait for locks and disks, then by
 * running threads, then by all threads; most first. False: out of memory, and the map has not all
 * rows.
 */
bool map_arrange(struct map *map, const struct map_source *from);

#endif
