/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_ENDED_WATCH_H
#define DOTPROC_TOP_WORK_ENDED_WATCH_H

/* Watches from scan to scan what ends between them: the part of a scanner that knows lib/ended. */

#include "lib/ended/ended.h"
#include "top/model/ended_sample.h"

/* Zero-initialise. */
struct ended_watch {
    struct ended *ended; /* NULL: nothing is watched */
    bool threads;
    struct snapshot last;  /* the fresh rows of the last sample */
    uint64_t forks, tasks; /* of the host then; 0: not known */
};

/*
 * Watches threads or processes from the next scan on, unless it does so already. By the kernel's
 * counts where it counts and `infer` is not set; attaching takes some milliseconds. 0 or -ENOMEM.
 */
int ended_watch_open(struct ended_watch *watch, bool threads, bool infer);
void ended_watch_close(struct ended_watch *watch);

/* The rows that scans are to have beside those of tasks of that kind; see source.h. */
unsigned ended_watch_rows(const struct ended_watch *watch);

/* Called before a scan and after it, with what it has found and the host's count of forks, or 0.
 * 0 or -ENOMEM. */
int ended_watch_begin(struct ended_watch *watch);
int ended_watch_take(struct ended_watch *watch, const struct snapshot *snapshot, uint64_t forks,
                     struct ended_sample *out);

#endif
