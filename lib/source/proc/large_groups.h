/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_LARGE_GROUPS_H
#define DOTPROC_SOURCE_PROC_LARGE_GROUPS_H

/*
 * The stat of processes of many threads that are read for the first time, from their CPU clock
 * (leader_stat.h).
 *
 * The number of threads must be known before the file is read. It follows from the link count of
 * PID/task (proc_task_getattr() in fs/proc/base.c), but asking every process would cost a fifth of
 * the scan: so they are asked only on a host with many times as many threads as processes, and only
 * until those threads are found. On any other host a scan makes no additional system call. If BPF
 * has counted the groups, none is asked, and the time is known (lib/source/group_counts.h).
 */

#include "lib/source/proc/leader_stat.h"

/* At the start of a scan, once source->processes are known. */
void large_groups_begin(struct proc_source *source);

/*
 * Reads the stat of reader->task, a process, into the source's buffer. The length, or 0: the
 * process has few threads or cannot be read this way, and its own file has to be read.
 */
ssize_t large_groups_read_stat(const struct task_reader *reader, struct clock_sample *clock);

#endif
