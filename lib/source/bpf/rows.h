/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ROWS_H
#define DOTPROC_SOURCE_BPF_ROWS_H

/*
 * Makes rows from records: does in user space what fs/proc/array.c does with the same figures. Pure
 * functions, except that strings go to an arena.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/source/bpf/records.h"
#include "lib/source/bpf/shown_times.h"
#include "lib/task/snapshot.h"

/* The groups of figures that a record has. */
#define ROW_NEEDS                                                                         \
    ((need_t)(NEED_STAT | NEED_USAGE | NEED_STATM | NEED_MEM | NEED_LOCKED | NEED_OWNER | \
              NEED_COMM | NEED_NLWP))

/* The letter of stat's third field: task_state_index() in include/linux/sched.h. */
char row_state(uint32_t state, uint32_t exit_state);

/* The state of a scan's rows. */
struct row_maker {
    struct snapshot *snapshot; /* of the rows */
    uint64_t ns_per_tick;
    uint32_t page_kib;
    int64_t boottime_offset_ns; /* of the reader's time namespace */
    enum sums_kind sums;        /* as in struct records */
    need_t lacks;               /* likewise */
    uint32_t read_us;           /* when the records had been read, as in struct task */
    bool again;                 /* more snapshots will follow: times are stored for them */
    bool has_clock;             /* a process's clock shows the sum of its threads' runtimes */

    struct shown_cache shown;

    /* What the rows of this group share, with memory or without. */
    const struct wire_group *group; /* NULL: none yet */
    bool has_memory;
    struct process process;
};

/* At the start of a new snapshot. */
void row_maker_begin(struct row_maker *maker, struct snapshot *snapshot, enum sums_kind sums,
                     bool again);
void row_maker_fini(struct row_maker *maker);

/*
 * Fills a zeroed row, except for what row_complete() adds: with `task` NULL that of the whole
 * group, else that of one of its tasks. Its process part is the maker's, as of a row that is still
 * being made (snapshot_set_process()). 0 or -ENOMEM.
 */
int row_make(struct row_maker *maker, const struct record_group *group,
             const struct record_task *task, struct task *row);

/* Adds the name and status, if `need` has them, to a task's or group's row. 0 or -ENOMEM. */
int row_complete(struct row_maker *maker, const struct wire_group *group,
                 const struct record_task *task, need_t need, struct task *row);

#endif
