/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_WAITS_H
#define DOTPROC_SOURCE_PROC_WAITS_H

/*
 * Readers of details about what a task waits for, as details.c lists them: 0 or -errno. What the
 * reader may not know keeps its default.
 */

#include "lib/source/proc/task_reader.h"
#include "lib/task/details.h"

int waits_read_syscall(const struct task_reader *reader, const struct detail *detail);
int waits_read_wait(const struct task_reader *reader, const struct detail *detail);
int waits_read_file(const struct task_reader *reader, const struct detail *detail);
int waits_read_run_delay(const struct task_reader *reader, const struct detail *detail);
int waits_read_switches(const struct task_reader *reader, const struct detail *detail);

#endif
