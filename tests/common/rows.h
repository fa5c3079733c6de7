/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_ROWS_H
#define DOTPROC_TESTS_COMMON_ROWS_H

#include "lib/task/snapshot.h"

/* The first row with this TID; NULL: there is none. */
static inline const struct task *find_row(const struct snapshot *snapshot, pid_t tid)
{
    for (size_t i = 0; i < snapshot->count; i++)
        if (snapshot->tasks[i].tid == tid)
            return &snapshot->tasks[i];
    return NULL;
}

/* The row of the same task, and not of one that has reused its TID; NULL: there is none. */
static inline const struct task *find_same_row(const struct snapshot *snapshot,
                                               const struct task *task)
{
    const struct task *found = snapshot_find(snapshot, task);

    return found && found->start_ns == task->start_ns ? found : NULL;
}

#endif
