/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_LARGE_GROUPS_H
#define DOTPROC_SOURCE_PROC_LARGE_GROUPS_H

/*
 * Processes of many threads in a scan that keeps no files: their stat by their CPU clock
 * (leader_stat.h), already the first time.
 *
 * How many threads a process has must be known before its file is read. The number of links of
 * PID/task tells (proc_task_getattr() in fs/proc/base.c), but to ask every process would cost a
 * fifth of the scan: so they are asked only on a host that has many times as many threads as
 * processes, and only until those threads are found. On any other host a scan makes not one system
 * call more for a process. Where the groups have been counted nobody need be asked, and the time is
 * known (lib/source/group_counts.h).
 */

#include "lib/source/proc/leader_stat.h"

/* For the scan that begins, when source->processes are known. */
void large_groups_begin(struct proc_source *source);

/*
 * Reads the stat of reader->task, a process, into the source's buffer. The length, or 0: this is
 * no process of many threads or cannot be read so, and its own file is to be read.
 */
ssize_t large_groups_read_stat(const struct task_reader *reader, struct clock_sample *clock);

#endif
