/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_REAPED_H
#define DOTPROC_ENDED_REAPED_H

/*
 * Whose children used the time by which the cutime of living processes has grown.
 *
 * The kernel adds what an exited process has used to its reaper. That is its parent while the
 * parent lives; later it is the nearest ancestor that is a subreaper (prctl(2)), or the init of
 * that PID namespace. procfs does not show which processes are subreapers.
 */

#include "lib/ended/seen.h"

/* Called with each process that may have reaped a child. */
typedef void reaped_visit(void *context, struct seen_process *reaper);

/*
 * Visits the living parent of an exited process, or else all living ancestors and PID 1. None if
 * its parent has no row: it is outside of this PID namespace, or hidden (hidepid), and reaps it.
 */
void reaped_each_reaper(struct seen_lists *lists, const struct seen_process *child,
                        reaped_visit *visit, void *context);

/*
 * Sets seen_process::children: from the growth of a process it subtracts what rows of exited
 * processes have shown. What remains was certainly used by children of that process which exited,
 * but for seen_children::ambiguous, which may have been shown. *ambiguous: the sum of what was
 * shown and is in one of several processes.
 */
void reaped_subtract_shown(struct seen_lists *lists, struct ended_used *ambiguous);

#endif
