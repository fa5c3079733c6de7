/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TASK_SNAPSHOT_H
#define DOTPROC_TASK_SNAPSHOT_H

/*
 * The tasks of one scan, with everything they point to.
 *
 * The snapshot owns all of it; others borrow until it is cleared. Snapshots are reused: after the
 * first few scans, a scan of about as many tasks allocates nothing.
 *
 * Rows are in ascending order of (tgid, tid); in a scan of processes and threads, a process row
 * comes before the rows of its threads. A scan of named processes has them in the order requested.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/arena.h"
#include "lib/task/system_info.h"
#include "lib/task/task.h"

/* What happened to pinned programs during a scan. */
enum pins_event {
    PINS_AS_BEFORE,
    PINS_REVOKED,  /* revoked by an administrator; procfs is used until others are pinned */
    PINS_REPLACED, /* replaced by others, which are in use */
};

struct snapshot {
    struct task *tasks;
    size_t count;
    size_t capacity;
    struct arena arena;
    const struct task_details *blank; /* defaults of new details; NULL: none yet */
    struct system_info system;
    size_t unasked; /* rows with older figures: scan_request::search_ns */
    enum pins_event pins;
    bool incomplete; /* the scan ended before all tasks were read: scan_request::until_ns */
};

void snapshot_init(struct snapshot *snapshot);
void snapshot_fini(struct snapshot *snapshot);

/* Removes all tasks and strings, keeps the memory. */
void snapshot_clear(struct snapshot *snapshot);

/*
 * Appends an empty task: all zero, with process_none. The pointer is valid until the next
 * snapshot_add(), which may move the array; NULL when memory is short.
 */
struct task *snapshot_add(struct snapshot *snapshot);

/*
 * Sets the process part of a task: to the record of an adjacent row if that is equal, else to a
 * copy. Other rows keep theirs. 0 or -ENOMEM.
 *
 * While a row is being made it may point to a temporary record; this replaces it.
 */
int snapshot_set_process(struct snapshot *snapshot, struct task *task,
                         const struct process *process);

/* Makes room for a scan that will have `count` rows, and faults the pages in. 0 or -ENOMEM. */
int snapshot_expect(struct snapshot *snapshot, size_t count);

/*
 * Stores a task's name in the arena. If `task` is the last row and the row before has the same
 * name, as threads of a pool often do, both share it. NULL when memory is short.
 */
const char *snapshot_name(struct snapshot *snapshot, const struct task *task, const char *name,
                          size_t len);

/* The sort key of a row: keys ascend in a snapshot, and each row has a different one. */
static inline uint64_t task_key(const struct task *task)
{
    uint32_t place = 0;

    if (task->kind == TASK_THREAD)
        place = task->tid == task->tgid ? 1 : 1 + (uint32_t)task->tid;
    return (uint64_t)task->tgid << 32 | place;
}

/* The key of the row of a process; those of its threads follow it. */
static inline uint64_t task_process_key(pid_t tgid)
{
    return task_key(&(struct task){.kind = TASK_PROCESS, .tgid = tgid});
}

/*
 * The rows before and after a row; NULL: there is none, or the task is not a row of the snapshot.
 */
const struct task *snapshot_row_before(const struct snapshot *snapshot, const struct task *task);
const struct task *snapshot_row_after(const struct snapshot *snapshot, const struct task *task);

/* The row with the same key, or NULL. The rows must be in the order above. */
struct task *snapshot_find(const struct snapshot *snapshot, const struct task *task);

/*
 * Copies to `task` those of the groups that `from`, a task of another snapshot, has; but not
 * NEED_STAT and NEED_DELTA, which belong to one scan. 0 or -ENOMEM.
 */
int snapshot_copy_groups(struct snapshot *snapshot, struct task *task, const struct task *from,
                         need_t groups);

/* Removes the last task, for instance because it exited while being read. */
void snapshot_drop_last(struct snapshot *snapshot);

/* The task's details, allocated with defaults if it has none. NULL when memory is short. */
struct task_details *snapshot_add_details(struct snapshot *snapshot, struct task *task);

#endif
