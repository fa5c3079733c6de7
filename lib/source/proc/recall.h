/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_RECALL_H
#define DOTPROC_SOURCE_PROC_RECALL_H

/*
 * Scans that follow each other read the stat of tasks that have run in between, and recall that of
 * all others from their records (group_records.h).
 *
 * A process's CPU clock shows in one system call whether it has run. If it has, a scan of threads
 * finds out which of them (ran_threads.h). A recalled row is what stat showed last: a task that did
 * not run has used nothing and changed nothing itself. Others may change its name, priorities,
 * policy, processor and parent, and make it runnable. So the rows that are looked at
 * (scan_request::shown) are read in each scan, and every other row in its turn (due_rows.h); of
 * most threads only the scheduling is asked then (scheduling.h).
 *
 * The CPU time of processes with many threads is taken from the clock, see leader_stat.h. If the
 * clock was a tick ahead of stat when the process was first read this way, that tick is subtracted:
 * otherwise an idle process would seem to have used it.
 *
 * Where no run times are counted (ran_threads_are_counted()) all tasks are read. There, too, the
 * threads of a process are not listed again if their number is the same and no task was made
 * meanwhile.
 */

#include "lib/source/proc/task_reader.h"

/*
 * In scans: at this age the name of a thread is read again, which another of its process may have
 * changed, and its state.
 */
#define NAME_SCANS_MAX (4 * DUE_SCANS_MAX)

struct clock_sample;

/* Around a scan whose rows are recalled: meanwhile proc_source::recalls is set. */
void recall_begin(struct proc_source *source);
void recall_end(struct proc_source *source);

/* Makes a process the current one and reads its clock. 0 or -ENOMEM. */
int recall_enter(struct proc_source *source, pid_t tgid);

/*
 * If stat is needed, but need not be read: fills in reader->task, the current row of the scan, and
 * reader->process with what it would show. Its folder is not used. 0 or -ENOMEM.
 */
int recall_show(const struct task_reader *reader, need_t need);

/*
 * Reads the stat of reader->task into the source's buffer; `usage`: NEED_USAGE is wanted, so the
 * clock will not do. Sets `clock` if it was used. The length or -errno, as read_file().
 */
ssize_t recall_read(const struct task_reader *reader, bool usage, struct clock_sample *clock);

/* Keeps what was read that way for the next scans. */
void recall_keep(const struct task_reader *reader, const struct clock_sample *clock);

#endif
