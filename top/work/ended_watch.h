/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_ENDED_WATCH_H
#define DOTPROC_TOP_WORK_ENDED_WATCH_H

/* Exited tasks between scans: the part of a scanner that uses lib/ended. */

#include "lib/ended/ended.h"
#include "top/model/ended.h"

/* Zero-initialise. */
struct ended_watch {
    struct ended *ended; /* NULL: off */
    bool threads;
    struct snapshot last; /* the fresh rows of the last sample */
    uint64_t forks;       /* the host's fork count then; 0: unknown */
};

/*
 * Turns on exited threads or processes from the next scan on, unless they are on already: by BPF if
 * that is possible and `infer` is not set. Attaching the programs takes some milliseconds. 0 or
 * -ENOMEM.
 */
int ended_watch_open(struct ended_watch *watch, bool threads, bool infer);
void ended_watch_close(struct ended_watch *watch);

/* What scans must read for it. */
need_t ended_watch_need(const struct ended_watch *watch);

/*
 * Called before a scan; and after it, with its snapshot and the host's fork count (0: unknown). 0
 * or -ENOMEM.
 */
int ended_watch_begin(struct ended_watch *watch);
int ended_watch_take(struct ended_watch *watch, const struct snapshot *snapshot, uint64_t forks,
                     struct ended_sample *out);

#endif
