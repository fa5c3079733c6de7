/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/worker_thread.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>

#include "lib/base/resources.h"
#include "lib/base/units.h"
#include "top/base/crash_handler.h"

/* Enough for any of them. */
#define STACK_BYTES BYTES_PER_MIB

struct start {
    void *(*run)(void *);
    void *argument;
};

/* The handler's stack is at the start of the thread's own, which an overflow does not reach. */
static void *begin(void *argument)
{
    struct start start = *(struct start *)argument;
    char stack[CRASH_STACK_BYTES];

    free(argument);
    crash_handler_use_stack(stack);
    return start.run(start.argument);
}

int worker_thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
    struct start *start = malloc(sizeof(*start));
    int result;

    if (!start)
        return -ENOMEM;
    *start = (struct start){run, argument};
    result = thread_start(thread, STACK_BYTES, begin, start);
    if (result < 0)
        free(start);
    return result;
}

bool worker_thread_join_within(pthread_t thread, int64_t limit_ns)
{
    struct timespec end;

    clock_gettime(CLOCK_REALTIME, &end); /* the clock of pthread_timedjoin_np(3) */
    limit_ns += end.tv_nsec;
    end.tv_sec += limit_ns / NS_PER_S;
    end.tv_nsec = limit_ns % NS_PER_S;
    if (pthread_timedjoin_np(thread, NULL, &end) == 0)
        return true;
    pthread_detach(thread); /* it frees its stack if it ends before the program */
    return false;
}

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
           !pool->foreground)
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
