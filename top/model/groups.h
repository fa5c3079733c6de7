/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_GROUPS_H
#define DOTPROC_TOP_MODEL_GROUPS_H

/* What the tasks of a window are grouped by: the keys % and *, and --group-by. */

#include <stdbool.h>
#include <stddef.h>

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

#endif
