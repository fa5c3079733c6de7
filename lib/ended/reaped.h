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

/* A living process: what its exited children have used. */
struct reaper {
    struct seen_living living;
    struct ended_used unattributed; /* seen_process::growth, less what their rows have shown */
    struct ended_used ambiguous;    /* shown, and in it or in that of another process */
    struct ended_used pending;      /* shown of exited children that it had not reaped yet */
    struct reaper *next_grown;      /* a list of reaped_subtract_shown() */
};

struct reapers {
    struct ledger *living; /* by seen_take_living(); its rows begin with a struct reaper */
    struct seen_lists *lists;
};

/* Called with each process that may have reaped a child. */
typedef void reaped_visit(void *context, struct reaper *reaper);

/*
 * Visits the living parent of an exited process, or else all living ancestors and PID 1. None if
 * its parent has no row: it is outside of this PID namespace, or hidden (hidepid), and reaps it.
 */
void reaped_each_reaper(const struct reapers *reapers, const struct seen_process *child,
                        reaped_visit *visit, void *context);

/*
 * Sets the figures of all reapers: from the growth of a process it subtracts what rows of exited
 * processes have shown. What remains was certainly used by children of that process which exited,
 * but for reaper::ambiguous, which may have been shown. *ambiguous: the sum of what was shown and
 * is in one of several processes.
 */
void reaped_subtract_shown(const struct reapers *reapers, struct ended_used *ambiguous);

#endif
