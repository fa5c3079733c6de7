/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/worker.h"

#include <stdlib.h>
#include <sys/eventfd.h>

struct worker *worker_new(struct worker_pool *pool)
{
    struct worker *worker = calloc(1, sizeof(*worker));

    if (worker) {
        worker->pool = pool;
        read_guard_init(&worker->guard, &pool->stuck, NULL);
    }
    return worker;
}

void worker_free(struct worker *worker)
{
    const struct worker_ops *ops = worker->pool->ops;

    if (worker->job)
        ops->discard(worker->job);
    if (ops->close && worker->state == WORKER_READY)
        ops->close(worker->tools);
    free(worker);
}

struct job *worker_pop_job(struct job **list)
{
    struct job *job = *list;

    if (job) {
        *list = job->next;
        job->next = NULL;
    }
    return job;
}

/* The pool's descriptor is readable while there is a finished job. Called with the lock. */
static void push_done(struct worker_pool *pool, struct job *job)
{
    if (!pool->done)
        eventfd_write(pool->ready_fd, 1);
    job->next = pool->done;
    pool->done = job;
}

/* Waits for a job; false when there will be none. Called with the lock. */
static bool next_job(struct worker *worker)
{
    struct worker_pool *pool = worker->pool;

    while (!pool->closed && !worker->abandoned && (pool->worker != worker || !pool->todo) &&
           !pool->threadless)
        pthread_cond_wait(&pool->wake, &pool->lock);
    if (pool->closed || worker->abandoned || !pool->todo)
        return false;
    worker->job = worker_pop_job(&pool->todo);
    return true;
}

/* Called with the lock, but opens without it. */
static void open_tools(struct worker *worker)
{
    struct worker_pool *pool = worker->pool;
    struct buf why = {0};
    int result;

    pthread_mutex_unlock(&pool->lock);
    result = pool->ops->open ? pool->ops->open(pool->owner, &worker->tools, &why) : 0;
    buf_fini(&why);
    pthread_mutex_lock(&pool->lock);
    worker->state = result < 0 ? WORKER_FAILED : WORKER_READY;
}

void *worker_run(void *argument)
{
    struct worker *worker = argument;
    struct worker_pool *pool = worker->pool;

    read_guard_begin(&worker->guard);
    pthread_mutex_lock(&pool->lock);
    if (worker->state == WORKER_OPENS)
        open_tools(worker);
    while (worker->state == WORKER_READY && next_job(worker)) {
        pthread_mutex_unlock(&pool->lock);
        pool->ops->run(&worker->guard, worker->tools, worker->job);
        pthread_mutex_lock(&pool->lock);
        if (worker->abandoned)
            break;
        read_guard_rest(&worker->guard);
        push_done(pool, worker->job);
        worker->job = NULL;
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

bool worker_join(struct worker *worker, int64_t limit_ns)
{
    /* The clock of pthread_timedjoin_np(3). */
    const struct timespec end = timespec_of(clock_ns(CLOCK_REALTIME) + limit_ns);

    if (worker->pool->threadless || pthread_timedjoin_np(worker->thread, NULL, &end) == 0)
        return true;
    pthread_detach(worker->thread); /* it frees its stack if it ends before the program */
    return false;
}
