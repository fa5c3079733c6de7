/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_ENDED_INFER_H
#define DOTPROC_ENDED_INFER_H

/*
 * Estimates the usage of tasks that exited between two snapshots, where BPF cannot be used.
 *
 * - Reaped children: the growth of a process's cutime and cstime (which include those of the
 *   children), less what rows of its exited descendants have shown. Where that may be in the times
 *   of several processes (reaped.h), each has a row with the least that it can be, and the rest of
 *   their sum has a row without a parent. A parent that ignores SIGCHLD does not accumulate these
 *   times.
 * - Exited threads: the source knows their run time if it reads the run time of all threads
 *   (task::knows_exited). Else it is the growth of the process's time (process::group_cpu_ns)
 *   beyond that of its living threads, less what rows of exited threads have shown; the kernel adds
 *   an exited thread's time to its process (thread_group_cputime()). The two are read at different
 *   moments, so the difference goes up and down: only what exceeds the time counted before counts.
 *
 * The figures of a snapshot are not of one moment, so they differ even if nothing exited. Therefore
 * time counts only where a task exited in this interval or the one before (a child may be reaped
 * late): by an event of exits.h, by a row that disappeared, or, if there are no events, if any task
 * was created.
 *
 * All rows together are limited to the time of all processors, from the begin of one scan to the
 * end of the next, less that of the living tasks.
 *
 * The names of exited tasks are unknown: rows have the name of the parent or of the process, and
 * with exits.h also the number of tasks.
 */

#include "lib/ended/exit_sums.h"
#include "lib/ended/exits.h"
#include "lib/ended/seen.h"

/* What is known about the interval besides the snapshots. */
struct infer_evidence {
    const struct exit_table *exits; /* NULL: unknown */
    bool forked;                    /* if exits is NULL: tasks may have been created */
    uint64_t processors;            /* 0: unknown */
    uint64_t scan_ns;               /* duration of the last scan */
};

/* What is remembered of living processes from one snapshot to the next. Zero-initialise. */
struct infer {
    struct ledger processes;
};

void infer_fini(struct infer *infer);

/*
 * Adds to `out` what exited between the last two snapshots, if there are two. With `threads`,
 * snapshots have threads, and exited ones count, too. 0 or -ENOMEM.
 */
int infer_update(struct infer *infer, struct seen_lists *lists, bool threads,
                 const struct infer_evidence *evidence, struct exit_sums *out);

#endif
