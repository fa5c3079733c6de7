/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_SORT_H
#define DOTPROC_QUERY_SORT_H

/* Stable sorting of tasks by columns. */

#include <stdbool.h>
#include <stddef.h>

#include "lib/column/column.h"

struct sort_key {
    const struct column *column;
    bool descending;
};

/*
 * Sorts `rows` by the keys, the first one counting most; equal rows keep their order. Takes each
 * row's values once, so accessors are called n times a key and not n log n times.
 * 0 or -ENOMEM; then the order is as it was.
 */
int sort_tasks(struct task **rows, size_t count, const struct sort_key *keys, size_t key_count,
               const struct column_context *context);

#endif
