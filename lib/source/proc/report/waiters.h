/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_REPORT_WAITERS_H
#define DOTPROC_SOURCE_PROC_REPORT_WAITERS_H

#include "lib/source/proc/task_reader.h"
#include "lib/task/wait_report.h"

/*
 * Counts the other threads that wait at the same futex as the first link of the report, by pool.
 * Reads the call of every thread of the process; if the futex is in memory that other processes may
 * map, of every thread of the host. 0 or -errno.
 */
int waiters_count(const struct task_reader *reader, struct wait_report *report);

#endif
