/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_RECALL_H
#define DOTPROC_SOURCE_PROC_RECALL_H

/*
 * Repeated scans read the stat of tasks that have run since the last scan, and recall that of all
 * others from their records (history/records.h); and they list the threads of a process again only
 * if these have changed.
 *
 * One system call, for a process's CPU clock, shows whether it has run. If it has, a scan of
 * threads determines which of them ran. A recalled row is what stat showed last: a task that did
 * not run has used nothing and changed nothing itself. Others may change its name, priorities,
 * policy, processor and parent, and wake it up. So the visible rows (scan_request::shown) are read
 * in each scan, and every other row in every tenth (struct due_rows); for threads of processes that
 * have not run, only the scheduling is read then.
 *
 * If run times are not counted (recall_counts_run_time()), all tasks are read. Even then, the
 * threads of a process are not listed again if their number is the same and no task was created
 * meanwhile.
 */

#include <stdbool.h>
#include <sys/types.h>

#include "lib/source/proc/needs.h"
#include "lib/source/proc/proc_source.h"

/* --- rows --- */

/* The maximum age, in scans, of figures that others may change while the task does not run. */
#define STAT_SCANS_MAX 10

/* Called before a scan whose rows are recalled: sets proc_source::recalls. */
void recall_begin(struct proc_source *source);

/* Makes a process the current one and reads its clock. 0 or -ENOMEM. */
int recall_enter(struct proc_source *source, pid_t tgid);

/*
 * If stat is needed but need not be read: sets its recorded figures in reader->task, the current
 * row of the scan, and in reader->process. The reader's folder is not used. 0 or -ENOMEM.
 */
int recall_show(const struct task_reader *reader, need_t need);

/* Sets in a thread's row the CPU time of exited threads of its process. */
void recall_finish(struct proc_source *source, struct task *row);

/* Records the stat that was just read for the next scans. */
void recall_keep(const struct task_reader *reader);

/* --- threads: which exist, and which have run since the last scan --- */

/*
 * The directory of threads is listed again only if their number has changed, or if the threads that
 * ran last do not explain the CPU time used. who_ran.c determines which threads ran, from their run
 * times in schedstat.
 */

/*
 * Whether this procfs has reliable CPU clocks (clock_fits()) and counts the run time
 * of threads (CONFIG_SCHED_INFO). Overwrites the source's buffer on the first call.
 */
bool recall_counts_run_time(struct proc_source *source);

/*
 * The threads of the source's current group, the leader first; those to be read have `ran` in the
 * group's record. Empty if the process has exited. Borrowed until the next call. 0 or -errno.
 */
int recall_find_ran(struct proc_source *source, struct id_span *span);

#endif
