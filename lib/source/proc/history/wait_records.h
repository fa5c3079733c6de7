/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_WAIT_RECORDS_H
#define DOTPROC_SOURCE_PROC_HISTORY_WAIT_RECORDS_H

/*
 * What tasks waited for when they were last asked. A task begins and ends a wait by running: so of
 * those whose rows are recalled (recall.h) it is still true, and their files are not read again.
 *
 * Rows that are to be found again are filled in after each scan, in the order of the snapshot; of
 * others, and what is filled in a second time, nothing is kept.
 */

#include "lib/task/snapshot.h"

/* The groups that are kept. */
#define NEED_WAIT_RECORDS (NEED_SYSCALL | NEED_WAIT | NEED_RUN_DELAY | NEED_SWITCHES)

struct wait_record {
    uint64_t key; /* task_key() */
    need_t have;
    bool has_call;
    struct task_syscall call;
    int32_t sleeps_for;
    int64_t run_delay_ns, voluntary_switches, forced_switches; /* all as in struct task_details */
};

struct wait_record_list {
    struct wait_record *records; /* by ascending key */
    size_t count, capacity;
    size_t next;   /* the first that has not been passed */
    unsigned scan; /* after which it was made; 0: none */
};

/* Zero-initialise. */
struct wait_records {
    struct wait_record_list now, before;
};

void wait_records_fini(struct wait_records *records);

/* Whether waits were kept after the scan before this one: who has run since must be known exactly.
 */
bool wait_records_follow(const struct wait_records *records, unsigned scan);

/*
 * Fills in those groups of `need` that were kept of a row after the scan before `scan`, if the row
 * is recalled. 0 or -ENOMEM.
 */
int wait_records_show(struct wait_records *records, unsigned scan, struct snapshot *snapshot,
                      struct task *task, need_t need);

/* Keeps what a row has of such groups, for the scan behind `scan`. 0 or -ENOMEM. */
int wait_records_keep(struct wait_records *records, unsigned scan, const struct task *task);

#endif
