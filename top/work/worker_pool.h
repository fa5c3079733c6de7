/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_WORKER_POOL_H
#define DOTPROC_TOP_WORK_WORKER_POOL_H

/*
 * Background work for the interface, which never waits for it.
 *
 * A pool has one worker, a thread with its own tools, which does one job after the other. Reading
 * some files of a task blocks while that task is stuck: the worker announces such a read. If it
 * does not return in time it is abandoned with its tools and its job, and a new worker continues
 * with the other jobs and reads no such file of that process. When an abandoned worker returns, it
 * is joined and its job discarded.
 *
 * All functions below are for the interface's thread, except worker_guard() and worker_end_read().
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/buf.h"
#include "lib/base/units.h"
#include "lib/source/source.h"

/* For worker_ops of those who read files of tasks. */
#define CLOSE_LIMIT_NS (2 * NS_PER_S)

/* The most abandoned workers at a time. */
#define WORKERS_ABANDONED_MAX 32

struct worker;

/* The first member of what callers submit. The pool owns a job from then on until it is taken. */
struct job {
    struct job *next; /* NULL for the last one */
};

/* What the workers of a pool do. */
struct worker_ops {
    /* How long worker_pool_close() waits for a job that is not in such a read. */
    int64_t close_limit_ns;

    /* The tools of a new worker: 0; or -errno with one line in `why`. Both functions may be NULL.
     */
    int (*open)(void *owner, void **tools, struct buf *why);
    void (*close)(void *tools);

    /* Does the job on the worker's thread, with its tools. */
    void (*run)(struct worker *worker, void *tools, struct job *job);

    /* Frees a job that nobody will take. */
    void (*discard)(struct job *job);
};

enum pool_state {
    POOL_WORKS,     /* nothing is stuck */
    POOL_ABANDONED, /* the job in progress is lost; there is a new worker */
    POOL_STUCK,     /* there can be no new worker: all jobs wait for the one that is stuck */
};

struct worker_pool;

/* Starts the first worker. open() is called with `owner`. 0; or -errno with a line in `why`. */
int worker_pool_open(const struct worker_ops *ops, void *owner, struct worker_pool **out,
                     struct buf *why);

/*
 * Ends the pool without waiting for what may be stuck: workers that do not return in time stay, and
 * all that they use is leaked. Only for the end of the program. It waits a little for the others,
 * because exit handlers of a library do not expect a thread inside the library.
 */
void worker_pool_close(struct worker_pool *pool);

/* A descriptor that polls readable when a job is done; valid until the pool is closed. */
int worker_pool_fd(const struct worker_pool *pool);

/*
 * Submits a list of jobs, at least one. They are done in order, and before those that wait already:
 * they are about what is on the screen now.
 */
void worker_pool_submit(struct worker_pool *pool, struct job *jobs);

/* A finished job, which the caller now owns; NULL when there is none. */
struct job *worker_pool_take(struct worker_pool *pool);

/* Whether there are submitted jobs that have been neither taken nor lost. */
bool worker_pool_is_busy(const struct worker_pool *pool);

/* Replaces a stuck worker and joins returned ones. To be called again at `due_ns` or earlier. */
enum pool_state worker_pool_poll(struct worker_pool *pool, int64_t *due_ns);

/*
 * For the source by which a worker reads files of tasks, to be told it by source_set_guard(). It
 * refuses what another worker is stuck with, and everything once the job is no longer wanted. A
 * read that may block is timed until the next one, worker_end_read() or the end of the job.
 */
struct source_guard *worker_guard(struct worker *worker);

/* To be called by a worker before other work that takes long. */
void worker_end_read(struct worker *worker);

/* Whether a pool was closed that some worker is still stuck in: exit(3) would not expect it. */
bool worker_pools_left_any(void);

#endif
