/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_GROUP_RECORDS_H
#define DOTPROC_SOURCE_PROC_HISTORY_GROUP_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/ledger/ledger.h"
#include "lib/source/proc/history/stat_figures.h"
#include "lib/source/proc/history/thread_order.h"
#include "lib/source/proc/history/who_ran.h"
#include "lib/task/task.h"

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

#endif
