/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ROWS_H
#define DOTPROC_SOURCE_BPF_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/ledger/ledger.h"
#include "lib/source/bpf/records.h"
#include "lib/task/snapshot.h"

/* CPU time as the kernel accounts it, in ns. */
struct cputimes {
    uint64_t utime, stime;             /* sampled at ticks */
    uint64_t runtime;                  /* exact, but not split */
    uint64_t shown_utime, shown_stime; /* lower bounds of the result */
};

/* Splits the exact time in the ratio of the samples: cputime_adjust() in kernel/sched/cputime.c. */
void cputimes_adjust(const struct cputimes *times, uint64_t *utime, uint64_t *stime);

/*
 * Makes rows from records, as fs/proc/array.c makes files from the same figures. Strings are
 * allocated in an arena; the times that rows have shown are kept from one scan to the next.
 */

/* The groups of figures in a record. */
#define ROW_NEEDS \
    ((need_t)(NEED_STAT | NEED_STATM | NEED_MEM | NEED_LOCKED | NEED_OWNER | NEED_COMM | NEED_NLWP))

/* The letter of stat's third field: task_state_index() in include/linux/sched.h. */
char row_state(uint32_t state, uint32_t exit_state);

struct row_maker {
    /* Of the source. */
    uint64_t ns_per_tick;
    uint32_t page_kib;
    int64_t boottime_offset_ns; /* of the reader's time namespace */
    bool has_clock;             /* a process's CPU clock equals the sum of its threads' runtimes */
    bool has_worker_names;      /* procfs has workqueue workers' names in full: Linux 6.11 */
    struct ledger shown;        /* times that rows have shown: rows.c */

    /* Of a scan, by row_maker_begin(). */
    struct snapshot *snapshot;     /* that the rows are in */
    const struct records *records; /* that they are made of */
    uint32_t read_us;              /* when the records were read, as task::read_us */
    bool again;                    /* more snapshots will follow: times are stored for them */

    /* Of a group: the shared part of its rows, with memory or without. */
    const struct wire_group *group; /* NULL: none yet */
    bool has_memory;
    struct process process;
};

/* Called at the start of a new snapshot; `records` are borrowed until its last row. */
void row_maker_begin(struct row_maker *maker, struct snapshot *snapshot,
                     const struct records *records, bool again);
void row_maker_fini(struct row_maker *maker);

/*
 * Sets all of a zeroed row that row_complete() does not: with `task` NULL for the whole group, else
 * for one of its tasks. The row's process part is the maker's, which is temporary
 * (snapshot_set_process()). 0 or -ENOMEM.
 */
int row_make(struct row_maker *maker, const struct record_group *group,
             const struct record_task *task, struct task *row);

/* Adds NEED_GROUP_CPU to a row just made. */
void row_set_group_cpu(struct row_maker *maker, const struct record_group *group, struct task *row);

/* Adds the name and the status, if in `need`, to a task's or group's row. 0 or -ENOMEM. */
int row_complete(struct row_maker *maker, const struct wire_group *group,
                 const struct record_task *task, need_t need, struct task *row);

#endif
