/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_ENDED_WATCH_H
#define DOTPROC_TOP_WORK_ENDED_WATCH_H

/* Exited tasks between scans, for a scanner. */

#include "top/model/ended.h"

struct ended;

/* Zero-initialise: off. */
struct ended_watch {
    struct ended *ended; /* NULL: off */
    bool threads;
    struct snapshot last; /* the fresh rows of the last sample */
    uint64_t forks;       /* the host's fork count then; 0: unknown */
};

/*
 * Turns on exited threads or processes from the next scan on, unless they are on already: by BPF if
 * that is possible and `infer` is not set. Attaching the programs takes some milliseconds. Where
 * descriptors are short, exited tasks are estimated, as that needs none. 0 or -ENOMEM.
 */
int ended_watch_open(struct ended_watch *watch, bool threads, bool infer);

/* Turns them off. */
void ended_watch_close(struct ended_watch *watch);

/* What scans must read for it. */
need_t ended_watch_need(const struct ended_watch *watch);

/* Called before a scan. 0 or the error of a shortage. */
int ended_watch_begin(struct ended_watch *watch);

/*
 * Called after a scan, with its snapshot and the host's fork count (0: unknown). 0 or the error of
 * a shortage.
 */
int ended_watch_take(struct ended_watch *watch, const struct snapshot *snapshot, uint64_t forks,
                     struct ended_sample *out);

#endif
