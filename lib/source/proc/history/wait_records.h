/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_WAIT_RECORDS_H
#define DOTPROC_SOURCE_PROC_HISTORY_WAIT_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/ledger/ledger.h"
#include "lib/task/snapshot.h"
#include "lib/task/task.h"

/*
 * What tasks waited for when last read. A task must run to begin or end a wait, so for a task whose
 * row is recalled (recall.h) the wait is still valid, and its files are not read again.
 *
 * Only rows that are filled after a scan are recorded.
 */

/* The groups that are recorded. */
#define NEED_WAIT_RECORDS (NEED_SYSCALL | NEED_WAIT | NEED_RUN_DELAY | NEED_SWITCHES)

struct wait_record {
    struct ledger_id id;
    need_t have;
    bool has_call;
    struct task_syscall call;
    int32_t sleeps_for;
    int64_t run_delay_ns, voluntary_switches, forced_switches; /* all as in struct task_details */
};

/* Zero-initialise. */
struct wait_records {
    struct ledger rows; /* rows not met in the current scan are from the scan before */
    unsigned scan;      /* the scan after which they were recorded; 0: none */
};

void wait_records_fini(struct wait_records *records);

/*
 * Whether waits were recorded after the scan before this one. If so, which threads ran must be
 * determined exactly.
 */
bool wait_records_follow(const struct wait_records *records, unsigned scan);

/*
 * Sets those groups of `need` that were recorded for this row after scan `scan` - 1, if the row is
 * recalled. 0 or -ENOMEM.
 */
int wait_records_show(struct wait_records *records, unsigned scan, struct snapshot *snapshot,
                      struct task *task, need_t need);

/* Records these groups of a row for scan `scan` + 1. 0 or -ENOMEM. */
int wait_records_keep(struct wait_records *records, unsigned scan, const struct task *task);

#endif
