/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_SORT_H
#define DOTPROC_QUERY_SORT_H

/* The order of tasks: sorted by columns, stably, and as a forest. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* The working memory of a sort, to be reused. Zero-initialise. */
struct sort_room {
    void *memory;
    size_t bytes;
};

void sort_room_fini(struct sort_room *room);

/*
 * Sorts `rows` by the keys, the first one most significant; stable. Computes each row's values
 * once, so accessors are called n times per key, not n log n times. 0 or -ENOMEM; then the order is
 * unchanged.
 */
int sort_tasks(struct task **rows, size_t count, const struct sort_key *keys, size_t key_count,
               const struct column_context *context);

/* The same with reused memory: no allocation once it is large enough. */
int sort_tasks_in(struct sort_room *room, struct task **rows, size_t count,
                  const struct sort_order *order);

/* --- forests --- */

/*
 * Tasks as a forest: children under their parents, threads under their leaders.
 *
 * A task whose parent is not among the rows is a root, as is one that would close a cycle (a
 * parent's PID may be reused between two reads). Siblings keep their order, so a sorted list gives
 * a sorted forest. O(n log n) time, no recursion, O(n) memory.
 */

struct forest_row {
    struct task *task;
    uint32_t depth; /* 0: a root */
    bool last;      /* the last of its siblings */
};

/* Writes the `count` rows to `out`, each parent directly before its children. 0 or -ENOMEM. */
int forest_build(struct task *const *rows, size_t count, struct forest_row *out);

#endif
