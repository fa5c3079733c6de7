/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_RAN_THREADS_H
#define DOTPROC_SOURCE_PROC_RAN_THREADS_H

/*
 * The threads of a process for scans that follow each other: which there are, and which of them
 * have run since the last scan.
 *
 * The directory of threads is listed again only if their number is another, or if more time was
 * used than the known threads account for. Which of them have run, run_search.c finds out from
 * their run times in schedstat; in small processes, and in those most of whose threads run, all are
 * taken to have run, as asking them would cost as much as reading them.
 */

#include "lib/source/proc/proc_source.h"

/*
 * Whether this procfs has CPU clocks to rely on (leader_stat_trusts_clock()) and counts the run
 * time of threads (CONFIG_SCHED_INFO). Overwrites the source's buffer at the first call.
 */
bool ran_threads_are_counted(struct proc_source *source);

/*
 * The threads of the source's current group, the leader first; those to be read have `ran` in the
 * group's record. Empty if the process has ended. Borrowed until the next call. 0 or -errno.
 */
int ran_threads_find(struct proc_source *source, struct id_span *span);

#endif
