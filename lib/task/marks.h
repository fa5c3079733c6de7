/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_MARKS_H
#define DOTPROC_TASK_MARKS_H

/*
 * The CPU time and memory of a snapshot's tasks, for comparison with other snapshots of the same
 * kind of rows.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/task/snapshot.h"
#include "lib/task/task.h"

struct task_mark {
    struct task_identity task;
    uint64_t cpu_ns; /* only if task.known */
    uint64_t rss_kib;
    bool has_rss; /* NEED_MEM was read */
};

/* Zero-initialise: no tasks. */
struct task_marks {
    struct task_mark *list; /* by ascending task_identity_key() */
    size_t count, capacity;
    enum task_kind kind;
};

void task_marks_fini(struct task_marks *marks);

/* Marks the tasks of a snapshot. 0 or -ENOMEM; then there are none. */
int task_marks_take(struct task_marks *marks, const struct snapshot *snapshot);

/* The mark of this task, or of the one with its IDs if one was not read; NULL: it has none. */
const struct task_mark *task_marks_find(const struct task_marks *marks, const struct task *task);

/* The number of tasks without a mark, and of marks without a task in the snapshot. */
struct task_marks_counts {
    size_t fresh, gone;
};

struct task_marks_counts task_marks_count(const struct task_marks *marks,
                                          const struct snapshot *snapshot);

#endif
