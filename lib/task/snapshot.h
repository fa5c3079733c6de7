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
#include "lib/base/units.h"
#include "lib/task/task.h"

/*
 * The clocks at the time of a scan, and the few figures of the host by which those of tasks are
 * interpreted: elapsed times need the clock, %MEM the memory size, a PID column the largest PID.
 *
 * A source takes them from the running system or, if it reads another procfs tree, from that tree:
 * so every derived figure of a recorded tree stays the same.
 */
struct system_info {
    /*
     * Since boot, including suspended time: the clock of task::start_ns. 0: unknown, as in a
     * recorded tree without `uptime`.
     */
    uint64_t uptime_ns;
    int64_t realtime_ns;    /* since the Epoch; equal to uptime_ns if the boot time is unknown */
    uint64_t monotonic_ns;  /* CLOCK_MONOTONIC at the scan's start; for intervals only */
    uint64_t mem_total_kib; /* MemTotal; 0: unknown */
    uint32_t page_kib;
    uint32_t pid_digits; /* decimal digits of the largest possible PID (pid_max - 1) */
};

/* The time of the boot since the Epoch; 0: unknown. */
static inline int64_t system_info_boot_ns(const struct system_info *system)
{
    return (int64_t)((uint64_t)system->realtime_ns - system->uptime_ns);
}

/* The time of the scan since the Epoch; 0: unknown. */
static inline int64_t system_info_now_ns(const struct system_info *system)
{
    return system->uptime_ns && system_info_boot_ns(system) ? system->realtime_ns : 0;
}

/* The unit of start times in procfs, which are rounded down: 100 ticks per second. */
#define START_TICK_NS ((uint64_t)(NS_PER_S / 100))

/*
 * The maximum difference of a task's start times in two sources: one is rounded, and from a clock
 * that may be adjusted.
 */
#define START_ERROR_NS (2 * START_TICK_NS - 1)

/*
 * Whether a task that was not in the previous scan, `interval_ns` ago, can have started since: if
 * so, all that it has used belongs to this interval. False after the first scan, when the interval
 * is 0.
 */
static inline bool system_info_is_new(const struct system_info *system, uint64_t start_ns,
                                      uint64_t interval_ns)
{
    return interval_ns > 0 && start_ns + START_TICK_NS + interval_ns >= system->uptime_ns;
}

/* The value of task::read_us for times that have just been read from the running system. */
static inline uint32_t system_info_read_us(const struct system_info *system)
{
    const uint64_t now_ns = (uint64_t)clock_ns(CLOCK_BOOTTIME);
    const uint64_t us = now_ns > system->uptime_ns ? (now_ns - system->uptime_ns) / 1000 + 1 : 0;

    return us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;
}

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
