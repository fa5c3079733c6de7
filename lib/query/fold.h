/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_FOLD_H
#define DOTPROC_QUERY_FOLD_H

/*
 * Folds threads of one process whose names belong to one pool (text/pool_name.h) into one row; if
 * asked for only those that also have the same value in a column.
 */

#include <stddef.h>
#include <stdint.h>

#include "lib/column/column.h"
#include "lib/task/task.h"
#include "lib/text/pool_name.h"

struct pool {
    struct task *first; /* the first of its rows */
    char name[POOL_NAME_SIZE];
    struct value value; /* of the column; VALUE_NONE without one */
    uint32_t count;
    uint64_t cpu_ns;       /* utime and stime of all */
    uint64_t delta_cpu_ns; /* the same since the last snapshot */
};

/* Also by the values of this column; all zero: by names alone. */
struct fold_by {
    const struct column *column;
    const struct column_context *context;
};

/*
 * Folds `rows` into `pools`, which has room for `count`, in the order of their first rows;
 * `pool_of[i]` is the index of row i's pool. O(n). Returns the number of pools, or -ENOMEM.
 */
int fold_pools(struct task *const *rows, size_t count, const struct fold_by *by, struct pool *pools,
               uint32_t *pool_of);

#endif
