/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_ROWS_H
#define DOTPROC_SOURCE_BPF_ROWS_H

/*
 * From a record to a row: what fs/proc/array.c does with the same figures, in user space. Pure
 * functions, but for the strings, which go to an arena.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/source/bpf/records.h"
#include "lib/task/snapshot.h"

/* The groups of figures that a record gives. */
#define ROW_NEEDS                                                                         \
    ((need_t)(NEED_STAT | NEED_USAGE | NEED_STATM | NEED_MEM | NEED_LOCKED | NEED_OWNER | \
              NEED_COMM | NEED_NLWP))

/* CPU time as the kernel counts it, in ns. */
struct cputimes {
    uint64_t utime, stime;             /* by sampling at ticks */
    uint64_t runtime;                  /* exact, but without the two parts */
    uint64_t shown_utime, shown_stime; /* below which the answer must not go */
};

/* Splits the exact time as the samples say: cputime_adjust() in kernel/sched/cputime.c. */
void cputimes_adjust(const struct cputimes *times, uint64_t *utime, uint64_t *stime);

/* The letter of stat's third field: task_state_index() in include/linux/sched.h. */
char row_state(uint32_t state, uint32_t exit_state);

/*
 * What was shown of a row before, so that no time goes back: the kernel keeps it as well. Of rows
 * of which no whole tick was shown there is nothing to be kept.
 */
struct shown_times {
    uint64_t key; /* see task_key() */
    uint64_t start;
    uint64_t utime, stime;
};

struct shown_list {
    struct shown_times *times;
    size_t count, capacity;
};

/* What rows have in common. */
struct row_maker {
    struct snapshot *snapshot; /* that the rows are in */
    uint64_t ns_per_tick;
    uint32_t page_kib;
    int64_t boottime_offset_ns; /* of the reader's time namespace */
    enum sums_kind sums;        /* as in struct records */
    bool again;                 /* there will be other snapshots: times are kept for them */
    bool has_clock;             /* a process's clock shows what its threads' runtimes add up to */

    struct shown_list shown;   /* last time; rows must come in order */
    struct shown_list showing; /* this time */
    size_t shown_next;

    /* What the rows of this group have in common, with the memory or without. */
    const struct wire_group *group; /* NULL: none yet */
    bool has_memory;
    struct process process;
};

/* Before the rows of a new snapshot. */
void row_maker_begin(struct row_maker *maker, struct snapshot *snapshot, enum sums_kind sums,
                     bool again);
void row_maker_fini(struct row_maker *maker);

/*
 * Fills a zeroed row, but for what row_complete() adds: the whole group's with `task` NULL, else
 * that of one of its tasks. Its process part is the maker's, as of a row that is still being made
 * (snapshot_set_process()). 0 or -ENOMEM.
 */
int row_make(struct row_maker *maker, const struct record_group *group,
             const struct record_task *task, struct task *row);

/* Adds a task's name and status to its row, or its group's, where `need` has them. 0 or -ENOMEM. */
int row_complete(struct row_maker *maker, const struct wire_group *group,
                 const struct record_task *task, need_t need, struct task *row);

#endif
