/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_CROWD_H
#define DOTPROC_SOURCE_PROC_CROWD_H

/*
 * Processes of many threads in a scan that keeps no files: their stat by their CPU clock
 * (group_clock.h), already the first time.
 *
 * How many threads a process has must be known before its file is read. The number of links of
 * PID/task tells (proc_task_getattr() in fs/proc/base.c), but to ask every process would cost a
 * fifth of the scan: so they are asked only on a host that has many times as many threads as
 * processes, and only until those threads are found. On any other host a scan makes not one system
 * call more for a process. Where there is a census nobody need be asked, and the time is in it.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct group_clock;
struct proc_source;
struct scan_request;
struct target;

struct large_groups {
    uint32_t threads; /* beside the leaders, that are still to be found; 0: nobody is asked */
    bool counted;     /* source->counts tells */
};

/* For the scan that begins, when source->processes are known; and when it has ended. */
void large_groups_begin(struct proc_source *source, const struct scan_request *request);
void large_groups_end(struct proc_source *source);

/*
 * Reads the stat of target->task, a process, into the source's buffer. The length, or 0: this is
 * no process of many threads or cannot be read so, and its own file is to be read.
 */
ssize_t large_groups_read_stat(const struct target *target, struct group_clock *clock);

#endif
