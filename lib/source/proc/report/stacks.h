/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_REPORT_STACKS_H
#define DOTPROC_SOURCE_PROC_REPORT_STACKS_H

#include "lib/source/proc/task_reader.h"
#include "lib/task/wait_report.h"

/*
 * Sets the user and kernel stacks in the report, as far as they can be read without stopping the
 * reader's task. 0 or -errno.
 *
 * The kernel provides the user stack pointer and program counter, but no other register
 * (/proc/PID/syscall). So the caller of the function that made the system call is not known, nor is
 * the frame pointer. The frames above it are found from the frame pointers saved in stack memory,
 * see callers_find().
 */
int stacks_read(const struct task_reader *reader, struct wait_report *report);

#endif
