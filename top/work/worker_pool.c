/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/worker_pool.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "lib/base/thread_state.h"
#include "top/base/clock.h"
#include "top/work/patience.h"
#include "top/work/worker_thread.h"

/* worker_pool_close() waits this long for a file: mostly its task is not stuck. */
#define CLOSE_READ_LIMIT_NS (NS_PER_S / 10)

/* A read that takes no longer need not be looked at: who has just begun is running. */
#define READ_SHORT_NS (NS_PER_S / 1000)

struct worker {
    struct source_guard guard; /* the first member */
    struct worker_pool *pool;
    pthread_t thread;
    void *tools;

    /* Under the pool's lock. */
    struct job *job; /* the one in progress */
    pid_t tid;
    pid_t tgid;       /* the process whose file it reads, which may block; 0: none */
    bool scans;       /* likewise: for a scan */
    int64_t since_ns; /* the start of that read */
    bool abandoned;
};

struct worker_pool {
    const struct worker_ops *ops;
    void *owner;
    int ready_fd; /* eventfd(2) */
    size_t pending;
    struct worker *worker;

    pthread_mutex_t lock; /* for all below */
    pthread_cond_t wake;
    struct job *todo, *done; /* stacks */
    struct worker *abandoned[WORKERS_ABANDONED_MAX];
    size_t abandoned_count;
    bool closed;
};

/* Of all pools; only for the interface's thread. */
static bool left_any;

static struct job *pop(struct job **list)
{
    struct job *job = *list;

    if (job) {
        *list = job->next;
        job->next = NULL;
    }
    return job;
}

static void push(struct job **list, struct job *job)
{
    job->next = *list;
    *list = job;
}

/* The descriptor is readable while there is a finished job. Both are called with the lock. */
static void push_done(struct worker_pool *pool, struct job *job)
{
    if (!pool->done)
        eventfd_write(pool->ready_fd, 1);
    push(&pool->done, job);
}

static struct job *pop_done(struct worker_pool *pool)
{
    struct job *job = pop(&pool->done);
    eventfd_t count;

    if (job && !pool->done)
        eventfd_read(pool->ready_fd, &count);
    return job;
}

/* Waits for a job; false when there will be none. Called with the lock. */
static bool next_job(struct worker *worker)
{
    struct worker_pool *pool = worker->pool;

    while (!pool->closed && !worker->abandoned && !pool->todo)
        pthread_cond_wait(&pool->wake, &pool->lock);
    if (pool->closed || worker->abandoned)
        return false;
    worker->job = pop(&pool->todo);
    return true;
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct worker_pool *pool = worker->pool;

    pthread_mutex_lock(&pool->lock);
    worker->tid = gettid();
    while (next_job(worker)) {
        pthread_mutex_unlock(&pool->lock);
        pool->ops->run(worker, worker->tools, worker->job);
        pthread_mutex_lock(&pool->lock);
        worker->tgid = 0;
        if (worker->abandoned)
            break;
        push_done(pool, worker->job);
        worker->job = NULL;
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* The groups that another worker is stuck with. */
static need_t stuck_groups(const struct worker_pool *pool, pid_t tgid)
{
    need_t groups = 0;

    for (size_t i = 0; i < pool->abandoned_count; i++)
        if (pool->abandoned[i]->tgid == tgid)
            groups |= source_blocked(pool->abandoned[i]->scans);
    return groups;
}

/* See worker_guard(). */
static need_t allow(struct source_guard *guard, pid_t tgid, need_t need)
{
    struct worker *worker = (struct worker *)guard;
    struct worker_pool *pool = worker->pool;
    const int64_t now_ns = clock_now_ns();

    pthread_mutex_lock(&pool->lock);
    if (pool->closed || worker->abandoned)
        need &= ~(need_t)NEED_MAY_BLOCK;
    else
        need &= ~stuck_groups(pool, tgid);
    worker->tgid = need & NEED_MAY_BLOCK ? tgid : 0;
    worker->scans = need & NEED_MAY_BLOCK & NEED_SCANNED;
    worker->since_ns = now_ns;
    pthread_mutex_unlock(&pool->lock);
    return need;
}

struct source_guard *worker_guard(struct worker *worker)
{
    return &worker->guard;
}

void worker_end_read(struct worker *worker)
{
    pthread_mutex_lock(&worker->pool->lock);
    worker->tgid = 0;
    pthread_mutex_unlock(&worker->pool->lock);
}

/* For a worker whose thread has ended, or never started. */
static void worker_free(struct worker *worker)
{
    const struct worker_ops *ops = worker->pool->ops;

    if (worker->job)
        ops->discard(worker->job);
    if (ops->close)
        ops->close(worker->tools);
    free(worker);
}

/* NULL with -errno in *result on failure. */
static struct worker *worker_new(struct worker_pool *pool, int *result, struct buf *why)
{
    struct worker *worker = calloc(1, sizeof(*worker));

    *result = -ENOMEM;
    if (!worker)
        return NULL;
    worker->pool = pool;
    worker->guard.allow = allow;
    *result = pool->ops->open ? pool->ops->open(pool->owner, &worker->tools, why) : 0;
    if (*result) {
        free(worker);
        return NULL;
    }
    return worker;
}

/* Called with the lock, which the new thread waits for. Frees a worker that cannot start. */
static int start(struct worker *worker)
{
    int result = worker_thread_start(&worker->thread, work, worker);

    if (result)
        worker_free(worker);
    else
        worker->pool->worker = worker;
    return result;
}

static void pool_free(struct worker_pool *pool)
{
    struct job *job;

    while ((job = pop(&pool->todo)) || (job = pop(&pool->done)))
        pool->ops->discard(job);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    if (pool->ready_fd >= 0)
        close(pool->ready_fd);
    free(pool);
}

int worker_pool_open(const struct worker_ops *ops, void *owner, struct worker_pool **out,
                     struct buf *why)
{
    struct worker_pool *pool = calloc(1, sizeof(*pool));
    struct worker *worker;
    int result;

    if (!pool)
        return -ENOMEM;
    pool->ops = ops;
    pool->owner = owner;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pool->ready_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    result = -errno;
    worker = pool->ready_fd < 0 ? NULL : worker_new(pool, &result, why);
    if (worker) {
        pthread_mutex_lock(&pool->lock);
        result = start(worker);
        pthread_mutex_unlock(&pool->lock);
    }
    if (result)
        pool_free(pool);
    else
        *out = pool;
    return result;
}

/* Joins and frees abandoned workers that have returned. */
static void reap(struct worker_pool *pool)
{
    struct worker *returned[WORKERS_ABANDONED_MAX];
    size_t returned_count = 0, remaining = 0;

    pthread_mutex_lock(&pool->lock);
    for (size_t i = 0; i < pool->abandoned_count; i++) {
        struct worker *worker = pool->abandoned[i];

        if (pthread_tryjoin_np(worker->thread, NULL) == 0)
            returned[returned_count++] = worker;
        else
            pool->abandoned[remaining++] = worker;
    }
    pool->abandoned_count = remaining;
    pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < returned_count; i++)
        worker_free(returned[i]);
}

/* A worker that is not in a read that may block will not begin one: see allow(). */
void worker_pool_close(struct worker_pool *pool)
{
    int64_t limit_ns;

    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closed = true;
    limit_ns = pool->worker->tgid ? CLOSE_READ_LIMIT_NS : pool->ops->close_limit_ns;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    if (!worker_thread_join_within(pool->worker->thread, limit_ns)) {
        left_any = true;
        return;
    }
    worker_free(pool->worker);
    reap(pool);
    if (pool->abandoned_count)
        left_any = true;
    else
        pool_free(pool);
}

int worker_pool_fd(const struct worker_pool *pool)
{
    return pool->ready_fd;
}

void worker_pool_submit(struct worker_pool *pool, struct job *jobs)
{
    struct job *last = jobs;

    for (pool->pending++; last->next; last = last->next)
        pool->pending++;
    pthread_mutex_lock(&pool->lock);
    last->next = pool->todo;
    pool->todo = jobs;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
}

struct job *worker_pool_take(struct worker_pool *pool)
{
    struct job *job;

    pthread_mutex_lock(&pool->lock);
    job = pop_done(pool);
    pthread_mutex_unlock(&pool->lock);
    pool->pending -= job != NULL;
    return job;
}

bool worker_pool_is_busy(const struct worker_pool *pool)
{
    return pool->pending;
}

bool worker_pools_left_any(void)
{
    return left_any;
}

/* Where there can be no new worker, the jobs wait for the stuck one. */
static enum pool_state replace(struct worker_pool *pool)
{
    bool full = pool->abandoned_count == WORKERS_ABANDONED_MAX;
    struct worker *stuck = pool->worker;
    struct buf why = {0};
    enum pool_state state = POOL_STUCK;
    pid_t tgid = 0;
    int result;
    struct worker *fresh = full ? NULL : worker_new(pool, &result, &why);

    buf_fini(&why);
    pthread_mutex_lock(&pool->lock);
    if (fresh && start(fresh) == 0) {
        stuck->abandoned = true;
        pool->abandoned[pool->abandoned_count++] = stuck;
        pthread_cond_broadcast(&pool->wake);
        /* It may have returned just now. */
        state = stuck->job ? POOL_ABANDONED : POOL_WORKS;
        tgid = stuck->tgid;
    }
    pthread_mutex_unlock(&pool->lock);
    if (tgid && tgid != SOURCE_MANY)
        patience_note_stuck(tgid);
    if (state == POOL_ABANDONED)
        pool->pending--;
    return state;
}

enum pool_state worker_pool_poll(struct worker_pool *pool, int64_t *due_ns)
{
    int64_t now_ns = clock_now_ns();
    int64_t limit_ns, since_ns;
    pid_t tid;

    reap(pool);
    *due_ns = CLOCK_NEVER;
    limit_ns = patience_limit_ns(pool->abandoned_count);
    if (!pool->pending || !limit_ns)
        return POOL_WORKS;
    pthread_mutex_lock(&pool->lock);
    since_ns = pool->worker->tgid ? pool->worker->since_ns : now_ns;
    tid = pool->worker->tid;
    pthread_mutex_unlock(&pool->lock);
    if (now_ns - since_ns < limit_ns) {
        *due_ns = since_ns + limit_ns;
        return POOL_WORKS;
    }
    *due_ns = now_ns + limit_ns;
    /* It works: some files take the kernel that long. */
    if (limit_ns > READ_SHORT_NS && thread_runs(tid))
        return POOL_WORKS;
    return replace(pool);
}
