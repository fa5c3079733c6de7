/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_RECORDS_H
#define DOTPROC_SOURCE_PROC_HISTORY_RECORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/ledger/ledger.h"
#include "lib/source/proc/history/relist.h"
#include "lib/source/proc/history/who_ran.h"
#include "lib/task/snapshot.h"
#include "lib/task/task.h"

/* What is kept from one scan to the next. */

/* --- processes and threads --- */

/*
 * The record of each process and its threads, kept from one scan to the next. Records that a scan
 * did not visit are freed at its end.
 */

struct group_record {
    pid_t tgid;

    /* Of the current scan. */
    bool has_run;     /* since the last scan, as far as is known */
    int32_t nlwp;     /* 0: no row was made, the process has exited */
    uint32_t read_us; /* when has_run was determined, as task::read_us */
    unsigned ran;     /* the last scan that found CPU time used since the scan before; 0: none */

    /* The process. */
    bool has_process;
    struct process process;              /* as read from stat */
    struct stat_figures row;             /* figures of the process row */
    char long_comm[STAT_LONG_COMM_SIZE]; /* comm of the process row and of its only thread, if too
                                            long for stat_figures */
    uint64_t clock_ns;                   /* its CPU clock; 0: unknown */

    /* Its threads. */
    struct who_ran who;
    struct thread_order order; /* only for processes with many threads */
    uint64_t forks;            /* scan_request::forks when they were listed */
    unsigned listed;           /* the scan in which they were listed */
    bool is_whole;             /* the listing had as many threads as the kernel counted */
};

/* Zero-initialise. */
struct group_records {
    struct ledger rows; /* pointers to the records, which stay in place */
    unsigned scan;      /* the number of the current scan */
    struct group_record *current;
};

void group_records_fini(struct group_records *records);

/* Called around each scan. */
void group_records_begin(struct group_records *records);
void group_records_end(struct group_records *records);

/*
 * Makes the record of a process, which the scan has not visited yet, the current one: that of the
 * last scan, or a new one that is all zero but for its tgid. 0 or -ENOMEM.
 */
int group_records_enter(struct group_records *records, pid_t tgid);

/* The number of threads of all processes that the last scan visited. */
uint64_t group_records_count_threads(const struct group_records *records);

/* Empties a record: its PID now belongs to another process. */
void group_record_reset(struct group_record *group);

/* --- waits --- */

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
