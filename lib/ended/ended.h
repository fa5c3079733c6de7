/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_ENDED_H
#define DOTPROC_ENDED_ENDED_H

/*
 * Usage of tasks that exited between two snapshots: of tasks that started and exited between them
 * and never had a row, and of those with a row what it had not shown yet.
 *
 *     ended_open                 once
 *     ended_begin                before each scan
 *     source_scan
 *     ended_update               after it
 *     ended_put_rows             rows of tasks that exited since the scan before
 *
 * Where BPF may be used, programs count exits (counted.h): all tasks, exactly, by name. Elsewhere
 * usage is inferred from the snapshots (infer.h): by parent, and with the number of tasks if the
 * proc connector reports exits (exits.h).
 */

#include <stdbool.h>

#include "lib/base/buf.h"
#include "lib/task/snapshot.h"

struct ended_options {
    bool threads;        /* threads, not processes */
    bool snapshots_only; /* infer from snapshots alone, without BPF and the proc connector */
};

struct ended;

/* Where BPF does not count, `why` gets a line with the reason. 0 or, as below, a shortage. */
int ended_open(const struct ended_options *options, struct ended **out, struct buf *why);
void ended_close(struct ended *ended);

/* Whether BPF counts. If it fails later, in any call, usage is inferred from then on. */
bool ended_is_counted(const struct ended *ended);

/*
 * What scans between ended_begin() and ended_update() must read. Scans make rows of processes or,
 * with `threads`, of threads; if usage is inferred, these need NEED_GROUP_CPU too.
 */
#define ENDED_NEED (NEED_STAT | NEED_COMM)

/*
 * Called just before a scan; then it is known whether BPF counts. 0, or the error of a shortage:
 * -ENOMEM, -EMFILE or -ENFILE.
 */
int ended_begin(struct ended *ended);

/*
 * Called just after it, with a snapshot of all tasks. The first call only records the rows. 0, or
 * the error of a shortage: then the next call is as the first.
 */
int ended_update(struct ended *ended, const struct snapshot *snapshot);

/* The time between the last two snapshots; 0: there are no two yet. */
uint64_t ended_interval_ns(const struct ended *ended);

/* How many processes and threads (with leaders) exited in that time; UINT64_MAX: unknown. */
void ended_exits(const struct ended *ended, uint64_t *processes, uint64_t *threads);

/* How often execve(2) was called in that time. False: unknown. */
bool ended_execs(const struct ended *ended, uint64_t *count);

/*
 * Appends a row per group of similar exited tasks to a snapshot, which may be another one. Rows
 * without CPU time and count are left out. They have task::is_ended and are in no order. 0 or
 * -ENOMEM.
 */
int ended_put_rows(const struct ended *ended, struct snapshot *snapshot);

#endif
