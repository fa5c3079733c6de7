/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_HISTORY_GROUP_RECORDS_H
#define DOTPROC_SOURCE_PROC_HISTORY_GROUP_RECORDS_H

/*
 * What is known of each process and its threads from one scan to the next.
 *
 * Scans visit processes by ascending id, so the records of the last scan are found one after the
 * other, without a search. Those that a scan did not visit are freed at its end.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/source/proc/history/run_search.h"
#include "lib/source/proc/history/stat_figures.h"
#include "lib/source/proc/history/thread_order.h"
#include "lib/task/task.h"

struct group_record {
    pid_t tgid;

    /* Of the current scan. */
    bool has_run;     /* since the last one, as far as is known */
    uint32_t read_us; /* when that was found out, as task::read_us */

    /* The process. */
    bool has_process;
    struct process process;              /* as stat has it */
    struct stat_figures row;             /* of the process's own row */
    char long_comm[STAT_LONG_COMM_SIZE]; /* of that row and its only thread's, if they have one */
    uint64_t clock_ns;                   /* its CPU clock; 0: unknown */
    bool by_clock;       /* its CPU time is that of the clock, without a sum over threads */
    uint8_t ahead_ticks; /* of the clock over its stat, when that was last read */

    /* Its threads. */
    struct run_search search;
    struct thread_order order; /* of many */
    uint64_t forks;            /* scan_request::forks when they were listed */
    unsigned listed;           /* in which scan that was */
    uint8_t whole_scans;       /* for how many more scans all of them are read */
};

struct group_list {
    struct group_record **groups; /* owned; NULL: taken by a later scan */
    size_t count, capacity;
};

/* Zero-initialise. */
struct group_records {
    struct group_list now;    /* visited by the current scan */
    struct group_list before; /* by the last one */
    size_t next;              /* of `before` */
    unsigned scan;            /* the number of the current scan */
    struct group_record *current;
};

void group_records_fini(struct group_records *records);

/* Around each scan. */
void group_records_begin(struct group_records *records);
void group_records_end(struct group_records *records);

/*
 * Makes the record of a process the current one: that of the last scan, or a new one, which is all
 * zero but for its id. After a higher id a process is not found again. 0 or -ENOMEM.
 */
int group_records_enter(struct group_records *records, pid_t tgid);

/* Makes a record a new one: its number is that of another process now. */
void group_record_reset(struct group_record *group);

#endif
