/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_CREW_H
#define DOTPROC_TOP_WORK_CREW_H

/*
 * The worker that scans, and those that were left behind.
 *
 * A scan that reads what may block of all tasks, because they are sorted or searched by it, can
 * hang with one that is stuck. Then its worker is left behind with that task and another one scans
 * instead, which reads nothing that may block of this task until the first has come back.
 *
 * All functions below are for the interface's thread.
 */

#include "top/work/worker.h"

struct crew;

/*
 * Takes the scanner over, and opens others with the options, which must stay, when it has to. 0 or
 * -errno; then the scanner remains the caller's.
 */
int crew_start(struct scanner *scanner, const struct source_options *options, struct crew **out);

/* As worker_stop(). */
void crew_stop(struct crew *crew);

/* As those of the worker. */
int crew_fd(const struct crew *crew);
void crew_request(struct crew *crew, const struct wish *wish);
struct reading *crew_take(struct crew *crew);

/*
 * Sees to workers that are stuck and to those that have come back: to be called now and then. The
 * time until that makes sense again; below 0: nothing can get stuck now.
 */
int64_t crew_tend(struct crew *crew);

#endif
