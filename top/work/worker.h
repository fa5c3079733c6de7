/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_WORKER_H
#define DOTPROC_TOP_WORK_WORKER_H

/*
 * A worker of a pool (worker_pool.h): a thread with its own tools, which does one job after the
 * other until the pool is closed or abandons it. The jobs, and what a worker does, are functions of
 * the pool's user; all else is for worker_pool.c.
 */

#include <pthread.h>
#include <stdbool.h>
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

/* The most abandoned workers of a pool at a time. */
#define WORKERS_ABANDONED_MAX 32

enum worker_state {
    WORKER_OPENS, /* its tools */
    WORKER_READY,
    WORKER_FAILED, /* could not open its tools: its thread exits */
};

struct worker {
    struct read_guard guard; /* see worker_ops::run */

    struct worker_pool *pool;
    pthread_t thread;
    void *tools;
    uint64_t stuck_turn; /* the turn in which an abandoned worker is stuck */

    /* Under the pool's lock. */
    struct job *job; /* the one in progress */
    enum worker_state state;
    bool abandoned;
};

struct worker_pool {
    const struct worker_ops *ops;
    void *owner;
    int ready_fd; /* eventfd(2) */
    size_t pending;
    struct worker *next;     /* replaces the worker if it gets stuck; NULL: none */
    bool threadless;         /* the worker has no thread: jobs run when they are submitted */
    uint64_t turn;           /* of the worker at the last check */
    int64_t since_ns;        /* when that turn was first seen */
    bool no_next;            /* in that turn a new worker could not open its tools */
    struct stuck_list stuck; /* processes with which abandoned workers are stuck */
    struct worker *abandoned[WORKERS_ABANDONED_MAX];
    size_t abandoned_count;

    pthread_mutex_t lock; /* for all members below */
    pthread_cond_t wake;
    struct worker *worker;   /* only the interface's thread changes it */
    struct job *todo, *done; /* stacks */
    bool closed;
};

/* NULL when memory is short. */
struct worker *worker_new(struct worker_pool *pool);

/* Frees a worker whose thread has exited or was never started. */
void worker_free(struct worker *worker);

/* What its thread does, or without one the caller: opens its tools and does the jobs. */
void *worker_run(void *argument);

/* Joins the thread, if any, if it ends within the limit; otherwise detaches it and returns false.
 */
bool worker_join(struct worker *worker, int64_t limit_ns);

/* The first job of a list, which is removed from it; NULL: there is none. */
struct job *worker_pop_job(struct job **list);

#endif
