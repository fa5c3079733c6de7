/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_FOREST_H
#define DOTPROC_QUERY_FOREST_H

/*
 * Tasks as a forest: children under their parents, threads under their leaders.
 *
 * A task whose parent is not among the rows is a root, as is one that would close a cycle (a
 * parent's PID may be reused between two reads). Siblings keep their order, so a sorted list gives
 * a sorted forest. O(n log n) time, no recursion, O(n) memory.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/task/task.h"

struct forest_row {
    struct task *task;
    uint32_t depth; /* 0: a root */
    bool last;      /* the last of its siblings */
};

/* Writes the `count` rows to `out`, each parent directly before its children. 0 or -ENOMEM. */
int forest_build(struct task *const *rows, size_t count, struct forest_row *out);

#endif
