/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_INFER_H
#define DOTPROC_ENDED_INFER_H

/*
 * What ended between two snapshots, as far as they tell, for readers to whom the kernel says
 * nothing more.
 *
 * - Reaped children: by how much the times of a process's reaped children have grown (cutime and
 *   cstime, which include theirs), without what was shown of those of its descendants that are
 *   gone. Parents that ignore the end of their children do not get their times.
 * - Dead threads: the time of a process without that of its living threads, as far as that has
 *   grown, without what was shown of those that are gone. The kernel adds a dead thread's time to
 *   its process (thread_group_cputime()). The two are not read at the same moment, so the
 *   difference goes up and down: what counts is by how much it exceeds what has been counted.
 *
 * Who ended is not known; rows have the name of the parent, or of the process, and if the kernel
 * tells of exits (exits.h) also how many they were.
 */

#include "lib/ended/exit_table.h"
#include "lib/ended/seen.h"
#include "lib/ended/tally.h"

/*
 * Adds to `out` what ended between lists->before and lists->now; nothing without an interval. With
 * `threads`, snapshots have processes and all their threads, and dead threads count, too. `exits`:
 * those of the interval, or NULL if they are not known. 0 or -ENOMEM.
 */
int infer_update(struct seen_lists *lists, bool threads, const struct exit_table *exits,
                 struct ended_tally *out);

#endif
