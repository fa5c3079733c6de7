/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROCESS_H
#define DOTPROC_SOURCE_PROCESS_H

/* Processes of the running system. */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Reads the CPU clock of a process, in nanoseconds: the CPU time of its threads, exited ones
 * included. Any user may read it (pid_for_clock() in kernel/time/posix-cpu-timers.c). False if
 * there is no such process.
 */
bool process_clock_read(pid_t tgid, uint64_t *ns);

/*
 * The start time of a process or thread of the running system, as task::start_ns. Together with its
 * ID it identifies a task, even if the ID is reused. 0; -ESRCH if there is no such task; -ENOSYS
 * without /proc; or -errno.
 */
int process_start_read(pid_t tid, uint64_t *start_ns);

#endif
