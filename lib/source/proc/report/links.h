/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_REPORT_LINKS_H
#define DOTPROC_SOURCE_PROC_REPORT_LINKS_H

#include "lib/source/proc/task_reader.h"
#include "lib/task/wait_report.h"

/*
 * Follows who waits for whom, from the reader's task on: sets link_count, links and cycle of an
 * empty report.
 *
 * Memory of other processes is trusted only as far as it can be checked. An owner must be an
 * existing task, and a thread of the same process if the futex is private. A TID found only in a
 * futex word names an owner only if that thread's robust list or record confirms it. Finally every
 * link with an owner, found or absent, is read again: it counts only if neither the call nor the
 * memory has changed and the task has not run in between. So all tasks of a cycle were waiting at
 * the same time.
 *
 * 0 or -errno; without links the task has exited.
 */
int links_follow(const struct task_reader *reader, struct wait_report *report);

#endif
