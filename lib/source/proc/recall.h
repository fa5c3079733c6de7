/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_RECALL_H
#define DOTPROC_SOURCE_PROC_RECALL_H

/*
 * Consecutive scans read the stat of the tasks that have run in between, and recall all others.
 *
 * A process's CPU clock shows in one system call whether it has run. If it has, a scan of threads
 * finds out which of them (run_search.c). A recalled row is what stat showed last: a task that did
 * not run has used nothing and changed nothing itself. Others may change its priorities, policy,
 * processor and parent, and make it runnable. So the rows that are looked at (scan_request::shown)
 * are read in each scan, and every other row once in RECALL_SCANS_MAX scans.
 *
 * The CPU time of processes with many threads is taken from the clock, see leader_stat.h. If the
 * clock was a tick ahead of stat when the process was first read this way, that tick is subtracted:
 * otherwise an idle process would seem to have used it.
 *
 * Where clocks cannot be relied on (leader_stat_trusts_clock()), or the kernel does not count the
 * run time of threads (CONFIG_SCHED_INFO), all tasks are read. In both cases the threads of a
 * process are not listed again if their number is the same and no task was made meanwhile.
 */

#include "lib/source/proc/run_search.h"
#include "lib/source/proc/task_reader.h"

/* The age of a recalled row in scans, at most. */
#define RECALL_SCANS_MAX 100

struct clock_sample;

/* Around a scan. Groups that were not entered are forgotten. */
void recall_begin(struct proc_source *source);
void recall_end(struct proc_source *source);
void recall_fini(struct recall *recall);

/* Makes a group the current one; to be called by ascending tgid. 0 or -ENOMEM. */
int recall_enter(struct proc_source *source, pid_t tgid);

/*
 * The threads of the current group, and finds out which of them have to be read. Borrowed until the
 * next call. 0 or -errno.
 */
int recall_threads(struct proc_source *source, struct id_span *span);

/* Fills in reader->task with what stat would show: 1; 0 if it has to be read; or -ENOMEM. */
int recall_show(const struct task_reader *reader, need_t need);

/*
 * Reads the stat of reader->task into the source's buffer. `usage`: whether NEED_USAGE is wanted.
 * The length or -errno, as read_file().
 */
ssize_t recall_read(const struct task_reader *reader, bool usage, struct clock_sample *clock);

/* Keeps what was read that way for the next scans. */
void recall_keep(const struct task_reader *reader, const struct clock_sample *clock);

#endif
