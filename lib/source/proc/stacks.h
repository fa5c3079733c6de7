/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_STACKS_H
#define DOTPROC_SOURCE_PROC_STACKS_H

#include "lib/source/proc/task_reader.h"
#include "lib/task/wait_report.h"

/*
 * Where the reader's task is, in the kernel and in its program, as far as that is to be seen
 * without stopping it: what the report has of stacks. 0 or -errno.
 *
 * The kernel says the stack pointer and the program counter of user space, but no other register
 * (/proc/PID/syscall): so the caller of the function that made the call is not known, nor is the
 * frame pointer. The frames above it are found by what frame pointers leave in memory, see
 * lib/wait/callers.h.
 */
int stacks_read(const struct task_reader *reader, struct wait_report *report);

#endif
