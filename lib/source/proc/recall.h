/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_RECALL_H
#define DOTPROC_SOURCE_PROC_RECALL_H

/*
 * Scans that follow each other read the stat of tasks that have run, and recall all others.
 *
 * Whether a process has run is told by its CPU clock, in one system call. Where that has moved, a
 * view of threads asks which of them have (run_search.c). What is recalled is what stat has shown:
 * a task that did not run has neither ended nor been born, nor used anything, nor changed its
 * state, but for what others do to it: its priorities, policy, processor, parent, and whether it
 * waits for a processor. So the rows that somebody looks at (scan_request::shown) are read each
 * time, and of all others each once in RECALL_SCANS_MAX scans.
 *
 * Processes of many threads have their CPU time from the clock, see leader_stat.h. If the clock was
 * a tick ahead of stat when the process was first read this way, that tick is subtracted: otherwise
 * an idle process would seem to have used it.
 *
 * Where clocks cannot be relied on (leader_stat_trusts_clock()), or the kernel does not count what
 * threads run (CONFIG_SCHED_INFO), all are read. In both cases a process whose threads are as many
 * as they were, and none was made meanwhile, has the same.
 */

#include "lib/source/proc/run_search.h"
#include "lib/source/proc/task_reader.h"

/* So many scans later a row is read again at the latest. */
#define RECALL_SCANS_MAX 100

struct clock_sample;

/* Around a scan. What is known of groups that were not entered is forgotten. */
void recall_begin(struct proc_source *source);
void recall_end(struct proc_source *source);
void recall_fini(struct recall *recall);

/* Goes on to a group, which comes by ascending tgid. 0 or -ENOMEM. */
int recall_enter(struct proc_source *source, pid_t tgid);

/*
 * The threads of that group, of which those that have run will be read; borrowed until the next
 * call. 0 or -errno.
 */
int recall_threads(struct proc_source *source, struct id_span *span);

/*
 * Gives reader->task what stat would show, if that is known: 1, 0 where it is to be read, or
 * -ENOMEM.
 */
int recall_show(const struct task_reader *reader, need_t need);

/*
 * Reads the stat of reader->task into the source's buffer. `usage`: NEED_USAGE is asked for. The
 * length or -errno, as read_file().
 */
ssize_t recall_read(const struct task_reader *reader, bool usage, struct clock_sample *clock);

/* Notes what was read so, for the next scans. */
void recall_keep(const struct task_reader *reader, const struct clock_sample *clock);

#endif
