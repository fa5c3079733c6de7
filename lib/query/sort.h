/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_SORT_H
#define DOTPROC_QUERY_SORT_H

/* The order of tasks by columns. */

#include <stdbool.h>
#include <stddef.h>

#include "lib/column/column.h"
#include "lib/task/task.h"

struct sort_key {
    const struct column *column;
    bool descending;
};

struct sort_order {
    const struct sort_key *keys;
    size_t key_count;
    const struct column_context *context;
};

/* The working memory of sorts: no allocation once it is large enough. Zero-initialise. */
struct sort_room {
    void *memory;
    size_t bytes;
};

void sort_room_fini(struct sort_room *room);

/*
 * Sorts `rows` by the keys, the first one most significant; stable. Computes the value
 * of each row and key once, not in each comparison. 0; or -ENOMEM, and then the order is unchanged.
 */
int sort_tasks(struct sort_room *room, struct task **rows, size_t count,
               const struct sort_order *order);

#endif
