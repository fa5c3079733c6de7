/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_WORKER_OPS_H
#define DOTPROC_TOP_WORK_WORKER_OPS_H

/* What the workers of a pool do, as functions of its user, and the jobs that it submits. */

#include <stdint.h>

#include "lib/base/buf.h"
#include "lib/base/units.h"
#include "lib/source/guard.h"

/* The first member of a caller's job. The pool owns a job from then on until it is taken. */
struct job {
    struct job *next; /* NULL for the last one */
};

/* worker_ops::close_limit_ns of workers that read files of tasks. */
#define CLOSE_LIMIT_NS (2 * NS_PER_S)

/* The functions of the workers of a pool. */
struct worker_ops {
    /* How long worker_pool_close() waits for a job that is in no read that may block. */
    int64_t close_limit_ns;

    /*
     * The tools of a new worker, on the thread of its own except for the first one: 0; or -errno
     * with one line in `why`. Both functions may be NULL.
     */
    int (*open)(void *owner, void **tools, struct buf *why);
    void (*close)(void *tools);

    /*
     * Does the job on the worker's thread, with its tools. The guard refuses reads of a process
     * with which another worker is stuck, and all reads that may block once the job has been
     * dropped. A read that may block lasts until the next one, read_guard_rest() or the end of the
     * job.
     */
    void (*run)(struct read_guard *guard, void *tools, struct job *job);

    /* Frees a job that will not be taken. */
    void (*discard)(struct job *job);
};

#endif
