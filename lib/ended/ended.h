/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_ENDED_H
#define DOTPROC_ENDED_ENDED_H

/*
 * What ended between two snapshots: tasks that came and went between them, which no row has shown,
 * and the rest of those that were seen before they ended.
 *
 *     ended_open                 once
 *     ended_begin                before each scan
 *     source_scan
 *     ended_update               after it
 *     ended_put_rows             what ended since the scan before
 *
 * Where BPF may be used, the kernel counts (counted.h): all tasks, exactly, by name. Elsewhere it
 * is inferred from the snapshots (infer.h): by parent, and with their number if the kernel tells of
 * exits (exits.h).
 */

#include <stdbool.h>

#include "lib/base/buf.h"
#include "lib/task/snapshot.h"

struct ended_options {
    bool threads;        /* of threads, not of processes */
    bool snapshots_only; /* infer from these alone, also where the kernel tells more */

    /*
     * Wait in ended_begin() until the kernel has freed, and so counted, what ended until then: some
     * hundredths of a second. Else some of it counts in the next interval.
     */
    bool settle;
};

struct ended;

/*
 * Opens a watch. Where the kernel does not count, a line in `why` says so and why. 0 or -ENOMEM.
 */
int ended_open(const struct ended_options *options, struct ended **out, struct buf *why);
void ended_close(struct ended *ended);

/*
 * Whether the kernel counts: by programs of our own, or by those that are pinned for us. What
 * becomes of these is found out by the next call: when they are unpinned, the rest is inferred.
 */
bool ended_is_counted(const struct ended *ended);

/*
 * What scans between ended_begin() and ended_update() read. Without NEED_USAGE all but page faults
 * is right: those of a process that was seen may count again when it ends.
 *
 * Their rows are those of processes or, of `threads`, those of threads; where the kernel does not
 * count, those of both.
 */
#define ENDED_NEED (NEED_STAT | NEED_USAGE | NEED_COMM)

/* Called just before a scan. 0 or -ENOMEM. */
int ended_begin(struct ended *ended);

/*
 * Called just after it, with a snapshot of all tasks. The first time it takes what there is, and
 * nothing has ended. 0 or -ENOMEM.
 */
int ended_update(struct ended *ended, const struct snapshot *snapshot);

/* From the last snapshot but one to the last one; 0: there was none. */
uint64_t ended_interval_ns(const struct ended *ended);

/*
 * Where it is inferred: how many processes and threads, leaders too, exited meanwhile. False: it is
 * not known.
 */
bool ended_exits(const struct ended *ended, uint64_t *processes, uint64_t *threads);

/* Programs that were started meanwhile, to *count. False: it is not known. */
bool ended_execs(const struct ended *ended, uint64_t *count);

/*
 * Appends to a snapshot, which may be another one, a row for all that were alike; those without
 * processor time and number are left out. They have task::is_ended, and their order means nothing.
 * 0 or -ENOMEM.
 */
int ended_put_rows(const struct ended *ended, struct snapshot *snapshot);

/*
 * How many tasks of the host ended between two moments, from its count of forks and its number of
 * tasks at both.
 */
static inline uint64_t ended_count_by_forks(uint64_t forks_before, uint64_t tasks_before,
                                            uint64_t forks_now, uint64_t tasks_now)
{
    const uint64_t sum = tasks_before + (forks_now - forks_before);

    return sum > tasks_now ? sum - tasks_now : 0;
}

#endif
