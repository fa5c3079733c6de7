/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_GROUPS_H
#define DOTPROC_TOP_MODEL_GROUPS_H

/*
 * What the tasks of a window are grouped by: the keys % and *, and --group-by; and how many threads
 * a group by wait has on average.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/hash.h"
#include "lib/column/column.h"

/* The digits of the menu are these numbers. */
enum group_by {
    GROUP_BY_NOTHING,
    GROUP_BY_POOL,
    GROUP_BY_PROGRAM,
    GROUP_BY_USER,
    GROUP_BY_SESSION,
    GROUP_BY_CGROUP,
    GROUP_BY_CONTAINER,
    GROUP_BY_POD,
    GROUP_BY_WAIT,
    GROUP_BY_POOL_WAIT,
    GROUP_BY_KINDS,
};

/* As in the menu, the configuration and the option, by number; then NULL. Not translated. */
extern const char *const group_by_names[GROUP_BY_KINDS + 1];

/* False when there is no such name. */
bool group_by_find(const char *name, enum group_by *by);

/* Whether it always groups threads: by pool and by wait. Other groupings group what H shows. */
bool group_by_is_of_threads(enum group_by by);

/* Whether one of its keys is the kind of wait. */
bool group_by_has_wait(enum group_by by);

#define GROUP_BY_KEYS_MAX 3

/*
 * The columns whose values are the keys of a grouping; for GROUP_BY_PROGRAM they are values of the
 * process's row. The first key separates exited tasks from living ones. Returns the number of
 * columns.
 */
size_t group_by_keys(enum group_by by, const struct column *keys[GROUP_BY_KEYS_MAX]);

/* The needs of the keys, for every task. */
need_t group_by_need(enum group_by by);

/* The column of pool names. */
extern const struct column group_pool_column;

/* Whether a pool's name stands for names with a number. */
bool group_pool_has_number(const char *pool);

/*
 * The average number of threads in a group by wait. If waits are short, the number in a single
 * sample is a matter of chance. The averages cover about a minute: like a load average, they decay
 * with each new sample.
 */
struct group_average {
    uint64_t id; /* of a group: see struct group_row */
    double threads;
};

/* Zero-initialise: no samples. */
struct group_averages {
    struct group_average *list;
    size_t count, capacity;
    struct hash_table by_id;
    uint64_t sample_ns; /* when the last sample was taken, by CLOCK_MONOTONIC; 0: none */
};

/* Forgets all samples. */
void group_averages_fini(struct group_averages *averages);

#endif
