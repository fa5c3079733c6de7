/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_WORKER_POOL_H
#define DOTPROC_TOP_WORK_WORKER_POOL_H

/*
 * Runs background work for the interface, which never waits for it.
 *
 * A pool has one worker, a thread with its own tools, which does one job after the other. Reading
 * some files of a task blocks while that task is stuck: the worker calls a guard before such a
 * read. If it does not return in time it is abandoned with its tools and its job, and a new worker
 * continues with the other jobs and reads no such file of that process. When an abandoned worker
 * returns, it is joined and its job discarded. The new one opens its tools on its own thread,
 * before the stuck one is abandoned: that may take long, too.
 *
 * If no thread can be started, worker_pool_submit() runs the jobs itself: then the interface waits
 * for them, and for stuck tasks.
 *
 * All functions below are for the interface's thread.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/base/buf.h"
#include "top/work/worker.h"

/*
 * Sets the time that all pools together wait for stuck processes; 0: forever. Call it before the
 * first pool is opened. A process counts as stuck when reading one of its files takes longer than
 * half of that, or a quarter while another one is stuck, and so on.
 */
void worker_pools_set_patience(uint64_t limit_ns);
int64_t worker_pools_patience_ns(void);

/* The number of processes with which workers have been stuck so far. */
size_t worker_pools_count_stuck(void);

enum pool_state {
    POOL_WORKS,     /* nothing is stuck, or a new worker is being started */
    POOL_ABANDONED, /* the job in progress is lost; there is a new worker */
    POOL_STUCK,     /* there is no new worker: all jobs wait for the one that is stuck */
};

/*
 * Starts the first worker, with a thread if there can be one. open() is called with `owner`, which
 * stays until worker_pool_close() returns true. 0; or -errno with a line in `why`.
 */
int worker_pool_open(const struct worker_ops *ops, void *owner, struct worker_pool **out,
                     struct buf *why);

/*
 * Closes the pool without waiting for stuck workers. Only for the end of the program. It waits a
 * little for the others, because exit handlers of a library do not expect a thread inside the
 * library. False if a worker has not returned: it still uses the pool and the owner, so both are
 * leaked.
 */
bool worker_pool_close(struct worker_pool *pool);

/* A descriptor that polls readable when a job is done; valid until the pool is closed. */
int worker_pool_fd(const struct worker_pool *pool);

/*
 * Submits a list of jobs, at least one. They run in order, before older jobs, since they are for
 * the current screen.
 */
void worker_pool_submit(struct worker_pool *pool, struct job *jobs);

/* A finished job, which the caller now owns; NULL when there is none. */
struct job *worker_pool_take(struct worker_pool *pool);

/* Whether there are submitted jobs that have been neither taken nor lost. */
bool worker_pool_is_busy(const struct worker_pool *pool);

/* Replaces a stuck worker and joins returned ones. Call it again at `due_ns` or earlier. */
enum pool_state worker_pool_poll(struct worker_pool *pool, int64_t *due_ns);

/* Whether a worker of a closed pool is still stuck: then exit(3) must not be called. */
bool worker_pools_left_any(void);

/* Appends a message once a pool has been opened that has no thread; else returns false. */
bool worker_pools_put_threadless(struct buf *out);

#endif
