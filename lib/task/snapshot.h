/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_SNAPSHOT_H
#define DOTPROC_TASK_SNAPSHOT_H

/*
 * Every task of one moment, with all that the tasks point to.
 *
 * The snapshot owns; everyone else borrows until it is cleared. It is made to be reused: after
 * the first few refreshes a scan of about as many tasks allocates nothing.
 *
 * Rows are in ascending order of (tgid, tid); where a scan asked for processes and threads alike,
 * a process row stands before the rows of its threads.
 */

#include <stddef.h>

#include "lib/task/arena.h"
#include "lib/task/system_info.h"
#include "lib/task/task.h"

struct snapshot {
    struct task *tasks;
    size_t count;
    size_t capacity;
    struct arena arena;
    struct system_info system;
};

void snapshot_init(struct snapshot *snapshot);
void snapshot_fini(struct snapshot *snapshot);

/* Forgets all tasks and strings, keeps the memory. */
void snapshot_clear(struct snapshot *snapshot);

/*
 * Appends a task of which nothing is known: all zero, and process_none. The pointer is good until
 * the next snapshot_add(), which may move the array; NULL when memory is short.
 */
struct task *snapshot_add(struct snapshot *snapshot);

/*
 * Gives `task`, a row of the snapshot, this process part: the record of a row beside it where that
 * says the same, else a copy. What other rows have stays as it is. 0 or -ENOMEM.
 *
 * A row that is still being made may point to the maker's own record; this makes it complete.
 */
int snapshot_set_process(struct snapshot *snapshot, struct task *task,
                         const struct process *process);

/* Makes room for all rows of a scan that is sure to have so many. 0 or -ENOMEM. */
int snapshot_expect(struct snapshot *snapshot, size_t count);

/*
 * A task's name, kept in the arena; where `task` is the last row and the one before has the same
 * name, that serves for both: threads of a pool are named alike. NULL when memory is short.
 */
const char *snapshot_name(struct snapshot *snapshot, const struct task *task, const char *name,
                          size_t len);

/*
 * Where a row stands among others: keys ascend in a snapshot's order, and no two rows have the
 * same one.
 */
static inline uint64_t task_key(const struct task *task)
{
    uint32_t place = 0;

    if (task->kind == TASK_THREAD)
        place = task->tid == task->tgid ? 1 : 1 + (uint32_t)task->tid;
    return (uint64_t)task->tgid << 32 | place;
}

/* The row with the same key, or NULL; for snapshots in the order above. */
struct task *snapshot_find(const struct snapshot *snapshot, const struct task *task);

/*
 * Gives `task` those of the groups that `from` has, copied: the one of another snapshot may go.
 * Not NEED_STAT, NEED_USAGE and NEED_DELTA, which belong to one moment. 0 or -ENOMEM.
 */
int snapshot_copy_groups(struct snapshot *snapshot, struct task *task, const struct task *from,
                         need_t groups);

/* Takes the last task back, as when it vanished while being read. */
void snapshot_drop_last(struct snapshot *snapshot);

/*
 * The task's details; where it has none they are made, with nothing known yet. NULL when memory is
 * short.
 */
struct task_details *snapshot_add_details(struct snapshot *snapshot, struct task *task);

#endif
