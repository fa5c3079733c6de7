/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_WAITERS_H
#define DOTPROC_SOURCE_PROC_WAITERS_H

#include "lib/source/proc/task_reader.h"
#include "lib/task/wait_report.h"

/*
 * Counts the other threads of the process that wait at the same futex as the first link of the
 * report, by pool. Reads the call of every thread. 0 or -errno.
 */
int waiters_count(const struct task_reader *reader, struct wait_report *report);

#endif
