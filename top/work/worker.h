/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_WORKER_H
#define DOTPROC_TOP_WORK_WORKER_H

/*
 * A thread that scans, so that the interface never waits for a scan.
 *
 * There are two readings: one in the hands of the interface, one that the thread fills. They
 * change owners whole, under a lock; neither side ever sees the other's. All functions below are
 * for the interface's thread.
 */

#include "top/work/scanner.h"

struct worker;

/* Takes the scanner over and closes it in the end. 0 or -errno; then it remains the caller's. */
int worker_start(struct scanner *scanner, struct worker **out);

/*
 * Waits a while for a scan going on, then ends the thread. The readings become invalid. To be
 * called only when the program ends.
 */
void worker_stop(struct worker *worker);

/*
 * A read of a task's memory may hang for as long as the task is stuck. The process that the scan
 * going on has been reading for too long, or 0.
 */
pid_t worker_stuck_with(const struct worker *worker);

/* Leaves it behind: it ends as soon as it comes back, and is only to be reaped from now on. */
void worker_leave(struct worker *worker);

/* Frees it, with its readings, if it has come back; false if it has not. */
bool worker_reap(struct worker *worker);

/* A descriptor that polls readable when a reading is there to be taken. */
int worker_fd(const struct worker *worker);

/* Asks for a scan: at once, or after the one going on. */
void worker_request(struct worker *worker, const struct wish *wish);

/*
 * The reading that is done; NULL when none is. It is the caller's until the next one is taken, and
 * the one taken before until the next scan is asked for.
 */
struct reading *worker_take(struct worker *worker);

#endif
