/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_ENDED_SAMPLE_H
#define DOTPROC_TOP_MODEL_ENDED_SAMPLE_H

/*
 * What ended between two scans: tasks that came and went between them, and what the others that
 * ended have used since they were last shown. See lib/ended/ended.h.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/task/snapshot.h"

/* In place of a number. */
#define ENDED_NOT_KNOWN UINT64_MAX

struct ended_sample {
    bool watched;         /* else the rest is empty: nobody asked, or there was no scan before */
    bool of_threads;      /* rows are of threads, not of processes */
    bool counted;         /* by the kernel, and not inferred */
    uint64_t interval_ns; /* in which they ended */

    /*
     * Rows with task::is_ended, sorted by ended_sample_compare(): first `fresh` ones, whose
     * differences are all that they have used; then those of the sample before that had nothing
     * new, whose differences are 0.
     */
    struct snapshot rows;
    size_t fresh;

    uint64_t processes, threads; /* that ended; threads include first ones */
    uint64_t forks;              /* new tasks of the host meanwhile */
    uint64_t execs;              /* programs that were started */
    uint64_t cpu_ns;             /* that all of them used */
};

/* Zero-initialise. */
void ended_sample_fini(struct ended_sample *ended);

/* Nothing is known. */
void ended_sample_clear(struct ended_sample *ended);

/*
 * "x412 cc1 (by cc)", raw, cut to the size; what is not known is left out, but for the name.
 * Returns the length of the whole.
 */
size_t ended_write_name(char *text, size_t size, const char *comm, const struct task_ended *ended);

/* By kind, name, parent's name and user. */
int ended_sample_compare(const struct task *left, const struct task *right);

/*
 * Completes rows as ended_put_rows() makes them: sorts them, makes one row of those that compare
 * equal, sets their differences, and adds those of `before`, which are sorted, that are not among
 * them. Sets `fresh` and `cpu_ns`. 0 or -ENOMEM.
 */
int ended_sample_complete(struct ended_sample *ended, const struct snapshot *before);

/* Makes `to` a copy of the fresh rows, for the next call of that. 0 or -ENOMEM. */
int ended_sample_copy_fresh(const struct ended_sample *ended, struct snapshot *to);

#endif
