/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_DELTA_H
#define DOTPROC_QUERY_DELTA_H

/*
 * The differences between two snapshots. O(n) in the order of snapshot.h, else O(n log n); no
 * allocation if no task is new.
 */

#include <stdint.h>

#include "lib/ledger/ledger.h"
#include "lib/task/snapshot.h"

/* The figures of a task in the last snapshot. */
struct delta_row {
    struct ledger_id id;
    uint64_t cpu_ns; /* utime + stime */
    uint64_t minflt, majflt;
    uint32_t read_us; /* as task::read_us */
};

_Static_assert(sizeof(struct delta_row) <= 48, "there is one for each thread");

/* Figures of struct task_details, for tasks that have some; -1: not read. */
struct delta_details {
    struct ledger_id id;
    int64_t run_delay_ns;
    int64_t voluntary, forced; /* context switches */
    int64_t read, written;     /* bytes from and to a disk */
    int64_t io_calls;
    int64_t rss_kib; /* of tasks with NEED_GROWTH */
};

_Static_assert(sizeof(struct delta_row) + sizeof(struct delta_details) <= 200,
               "there is one of both for each thread");

/* What is kept from one snapshot to the next. Zero-initialise. */
struct delta {
    struct ledger rows;        /* of the last snapshot; gone rows are from the one before */
    struct ledger details;     /* likewise; struct delta_details */
    struct system_info system; /* of the last snapshot; all zero: none yet */
    uint64_t interval_ns;      /* between the last two snapshots; 0: there are no two yet */
};

static inline void delta_fini(struct delta *delta)
{
    ledger_fini(&delta->rows);
    ledger_fini(&delta->details);
    *delta = (struct delta){0};
}

/*
 * Fills the NEED_DELTA figures of every task that has NEED_STAT, and stores this snapshot for the
 * next call. A new task counts from zero if it started since the last snapshot, and has no delta
 * otherwise. A figure that decreased has no difference. Neither has a leader with more CPU time
 * than the interval allows: another thread has taken over its PID by execve(2). CPU time is scaled
 * to the interval if the task was read earlier or later in its scan than before. `interval_ns`
 * receives the time between the two snapshots, 0 at the first call. 0 or -ENOMEM; then the next
 * call is as the first.
 */
int delta_update(struct delta *delta, struct snapshot *snapshot, uint64_t *interval_ns);

/* The groups of struct task_details that have differences. */
#define NEED_BEFORE (NEED_RUN_DELAY | NEED_SWITCHES | NEED_IO | NEED_GROWTH)

/*
 * The same for figures of struct task_details, which may be read after a scan: run delay, context
 * switches, I/O, and the growth of the resident size (NEED_GROWTH, NEED_MEM). Sets the differences
 * of every task that has the group in this snapshot and had it in the one before; a task that is
 * new has none. Called after delta_update(). Keeps nothing where no task has such a group. 0 or
 * -ENOMEM; then the next call is as the first.
 */
int delta_update_details(struct delta *delta, struct snapshot *snapshot);

#endif
