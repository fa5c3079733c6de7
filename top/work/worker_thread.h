/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_WORK_WORKER_THREAD_H
#define DOTPROC_TOP_WORK_WORKER_THREAD_H

/*
 * For worker_pool.c: a worker of a pool, a thread with its own tools, which does one job after the
 * other until the pool is closed or abandons it.
 */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/source/guard.h"
#include "top/work/worker_ops.h"

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
    bool foreground;         /* the worker has no thread: jobs run when they are submitted */
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

/* The first job of a list, which is removed from it; NULL: there is none. */
struct job *worker_pop_job(struct job **list);

/* Starts a thread like thread_start(), with a signal stack for crash_handler_use_stack(). 0 or
 * -errno. */
int worker_thread_start(pthread_t *thread, void *(*run)(void *), void *argument);

/* Joins a thread if it ends within the limit; otherwise detaches it and returns false. */
bool worker_thread_join_within(pthread_t thread, int64_t limit_ns);

#endif
