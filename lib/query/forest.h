/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_FOREST_H
#define DOTPROC_QUERY_FOREST_H

/*
 * Tasks as a forest: children under their parents, threads under their leaders.
 *
 * A task whose parent is not among the rows is a root, and so is one that would close a circle
 * (a parent's number can be reused between two reads). Siblings keep the order they came in, so a
 * sorted list gives a sorted forest. O(n log n) in time, no recursion, O(n) memory.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/task/task.h"

struct forest_row {
    struct task *task;
    uint32_t depth; /* 0: a root */
    bool last;      /* no sibling below: the branch ends here */
};

/* Writes the `count` rows into `out`, each parent right before its children. 0 or -ENOMEM. */
int forest_build(struct task *const *rows, size_t count, struct forest_row *out);

#endif
