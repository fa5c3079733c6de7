/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_WORKER_POOL_H
#define DOTPROC_TOP_WORK_WORKER_POOL_H

/*
 * Work beside the interface, which never waits for it.
 *
 * A pool has one worker, a thread with tools of its own, which does the jobs one after the other.
 * Some files keep their reader waiting for as long as the task they are about is stuck: the worker
 * says so before it reads one. If it does not come back in time it is abandoned: left behind with
 * its tools and its job, while a new worker goes on with the other jobs and reads no such file of
 * that process. One that comes back is taken away, and its job discarded.
 *
 * All functions below are for the interface's thread, but for worker_may_read().
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/text/buf.h"

/* So many workers at most are left behind at a time. */
#define WORKERS_LEFT_MAX 8

struct worker;

/* Stands first in what the callers submit. The pool's from then on, until it is taken. */
struct job {
    struct job *next; /* NULL behind the last one */
};

/* What a kind of pool does. */
struct worker_ops {
    /* How long one file is waited for before its process counts as stuck. */
    int64_t stuck_after_ns;

    /* How long a job is waited for in the end that does not read one; see worker_pool_close(). */
    int64_t close_limit_ns;

    /* The tools of a new worker: 0; or -errno with one line in `why`. Both may be NULL. */
    int (*open)(void *owner, void **tools, struct buf *why);
    void (*close)(void *tools);

    /* Does the job: on the worker's thread, with tools that nobody else uses. */
    void (*run)(struct worker *worker, void *tools, struct job *job);

    /* Frees a job that nobody will take. */
    void (*discard)(struct job *job);
};

enum pool_state {
    POOL_WORKS,     /* nothing is stuck */
    POOL_ABANDONED, /* the job that was being done is lost; another worker is there */
    POOL_STUCK,     /* so it would be, but there can be no other worker: all jobs wait */
};

struct worker_pool;

/* Starts the first worker. `owner` is what open() is given. 0; or -errno with a line in `why`. */
int worker_pool_open(const struct worker_ops *ops, void *owner, struct worker_pool **out,
                     struct buf *why);

/*
 * Ends it, without waiting for what may be stuck: workers that are not back in time are left to
 * themselves, with all that they may still touch. To be called only when the program ends; a worker
 * in a library should be back by then, as the library's own end does not expect it there.
 */
void worker_pool_close(struct worker_pool *pool);

/* A descriptor that polls readable when a job is done; good until the pool is closed. */
int worker_pool_fd(const struct worker_pool *pool);

/*
 * Takes a list of jobs, at least one, to be done in their order, before those that wait already:
 * they are about what is on the screen now.
 */
void worker_pool_submit(struct worker_pool *pool, struct job *jobs);

/* A job that is done, and from now on the caller's; NULL when there is none. */
struct job *worker_pool_take(struct worker_pool *pool);

/* Whether there are jobs that were submitted and have not been taken or lost. */
bool worker_pool_is_busy(const struct worker_pool *pool);

/* Sees to workers that are stuck, or back. To be called again at `due_ns`, and earlier at will. */
enum pool_state worker_pool_poll(struct worker_pool *pool, int64_t *due_ns);

/*
 * For the worker doing a job: asks before each file that looks into the memory of a process. True:
 * it may be read, and the time is taken from now until the next question or the end of the job; not
 * where `tgid` is 0, before something else that takes its time. False: another worker is stuck with
 * that process, or nobody wants this job any more.
 */
bool worker_may_read(struct worker *worker, pid_t tgid);

#endif
