/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_WAIT_LINKS_H
#define DOTPROC_SOURCE_PROC_WAIT_LINKS_H

#include "lib/source/proc/task_reader.h"
#include "lib/task/wait_report.h"

/*
 * Follows who waits for whom, from the reader's task on: link_count, links and cycle of the report.
 *
 * What memory says is believed no further than this: an owner is a task that is there, a thread of
 * the same process if the futex is private. A link counts if nothing of it has changed once all
 * were read: neither the call nor the memory, and the task has not run in between. So the tasks of
 * a cycle have all been waiting at one moment.
 *
 * 0 or -errno; with no links the task is gone.
 */
int wait_links_follow(const struct task_reader *reader, struct wait_report *report);

#endif
