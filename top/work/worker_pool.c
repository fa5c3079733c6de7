/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/worker_pool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/text/i18n.h"
#include "top/base/terminal_reset.h"

/* worker_pool_close() waits this long for a read, whose task is mostly not stuck. */
#define CLOSE_READ_LIMIT_NS (NS_PER_S / 10)

/* A read that is not older is not checked: its thread is running. */
#define READ_SHORT_NS (NS_PER_S / 1000)

/* Checks of a worker until it counts as stuck; a read may begin just after a check. */
#define LOOKS 8

/* The time to the next check while a new worker opens its tools. */
#define OPENING_NS (NS_PER_S / 100)

/* If that takes longer, the new worker may be stuck as well. */
#define OPENING_LIMIT_NS NS_PER_S

/* Of all pools; only for the interface's thread. */
static bool left_any;
static int threadless_error;
static uint64_t patience_ns;
static struct stuck_list ever_stuck = STUCK_LIST_INIT; /* never emptied */

void worker_pools_set_patience(uint64_t limit_ns)
{
    patience_ns = limit_ns < INT64_MAX ? limit_ns : 0;
}

int64_t worker_pools_patience_ns(void)
{
    return (int64_t)patience_ns;
}

size_t worker_pools_count_stuck(void)
{
    return stuck_list_count_processes(&ever_stuck);
}

/* The time limit of a read now; 0: none. */
static int64_t limit_of(const struct worker_pool *pool)
{
    const int64_t limit_ns = (int64_t)(patience_ns / 2) >> pool->abandoned_count;

    return limit_ns || patience_ns < 2 ? limit_ns : 1;
}

/*
 * The first worker opens its tools here, so that the caller gets the error. It has no thread if
 * RLIMIT_NPROC or pids.max of the cgroup prevents one, or a filter of system calls.
 */
static int start_first(struct worker_pool *pool, struct buf *why)
{
    struct worker *worker = worker_new(pool);
    int result;

    if (!worker)
        return -ENOMEM;
    result = pool->ops->open ? pool->ops->open(pool->owner, &worker->tools, why) : 0;
    if (result == 0) {
        worker->state = WORKER_READY;
        pool->worker = worker;
        result = terminal_reset_start_thread(&worker->thread, worker_run, worker);
    }
    if ((result == -EAGAIN || result == -EPERM) && worker->state == WORKER_READY) {
        pool->threadless = true;
        threadless_error = result;
        result = 0;
    }
    if (result)
        worker_free(worker);
    return result;
}

static void pool_free(struct worker_pool *pool)
{
    struct job *job;

    while ((job = worker_pop_job(&pool->todo)) || (job = worker_pop_job(&pool->done)))
        pool->ops->discard(job);
    stuck_list_fini(&pool->stuck);
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
    int result;

    if (!pool)
        return -ENOMEM;
    *pool = (struct worker_pool){.ops = ops, .owner = owner, .stuck = STUCK_LIST_INIT};
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pool->ready_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    result = pool->ready_fd < 0 ? -errno : start_first(pool, why);
    if (result)
        pool_free(pool);
    else
        *out = pool;
    return result;
}

/* Joins and frees abandoned workers that have returned. */
static void reap(struct worker_pool *pool)
{
    size_t remaining = 0;

    for (size_t i = 0; i < pool->abandoned_count; i++) {
        struct worker *worker = pool->abandoned[i];

        if (pthread_tryjoin_np(worker->thread, NULL) == 0) {
            stuck_list_remove(&pool->stuck, worker->stuck_turn);
            worker_free(worker);
        } else {
            pool->abandoned[remaining++] = worker;
        }
    }
    pool->abandoned_count = remaining;
}

/* A worker that is not in a read that may block will not begin one. */
static bool end_all(struct worker_pool *pool)
{
    uint64_t turn;
    int64_t limit_ns;

    pthread_mutex_lock(&pool->lock);
    pool->closed = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    do
        turn = read_guard_turn(&pool->worker->guard);
    while (!read_guard_leave(&pool->worker->guard, turn));
    limit_ns = read_guard_turn_reads(turn) ? CLOSE_READ_LIMIT_NS : pool->ops->close_limit_ns;
    if (!worker_join(pool->worker, limit_ns) ||
        (pool->next && !worker_join(pool->next, CLOSE_READ_LIMIT_NS)))
        return false;
    worker_free(pool->worker);
    if (pool->next)
        worker_free(pool->next);
    reap(pool);
    return pool->abandoned_count == 0;
}

bool worker_pool_close(struct worker_pool *pool)
{
    const bool ended = !pool || end_all(pool);

    left_any |= !ended;
    if (pool && ended)
        pool_free(pool);
    return ended;
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
    if (pool->threadless)
        worker_run(pool->worker);
}

struct job *worker_pool_take(struct worker_pool *pool)
{
    struct job *job;
    eventfd_t count;

    pthread_mutex_lock(&pool->lock);
    job = worker_pop_job(&pool->done);
    if (job && !pool->done)
        eventfd_read(pool->ready_fd, &count);
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

bool worker_pools_put_threadless(struct buf *out)
{
    if (threadless_error)
        buf_printf(out, _("no more threads (%s): reading in the foreground"),
                   strerror(-threadless_error));
    return threadless_error;
}

/* The state of the replacement, which is started if there is none. */
static enum worker_state prepare_next(struct worker_pool *pool)
{
    enum worker_state state;

    if (!pool->next) {
        pool->next = worker_new(pool);
        if (pool->next &&
            terminal_reset_start_thread(&pool->next->thread, worker_run, pool->next) < 0) {
            worker_free(pool->next);
            pool->next = NULL;
        }
        if (!pool->next)
            return WORKER_FAILED;
    }
    pthread_mutex_lock(&pool->lock);
    state = pool->next->state;
    pthread_mutex_unlock(&pool->lock);
    if (state == WORKER_FAILED) {
        pthread_join(pool->next->thread, NULL);
        worker_free(pool->next);
        pool->next = NULL;
    }
    return state;
}

/*
 * Abandons the stuck worker once a new one is ready. If there can be none, or it has opened its
 * tools for too long, the jobs wait for the stuck one. No job is lost if the stuck one is between
 * two jobs or returns just now; then the new one is kept for the next time.
 */
static enum pool_state replace(struct worker_pool *pool, int64_t *due_ns)
{
    const bool full = pool->abandoned_count == WORKERS_ABANDONED_MAX;
    const enum worker_state state = full ? WORKER_FAILED : prepare_next(pool);
    struct worker *stuck = pool->worker;
    bool in_job;

    if (state == WORKER_OPENS) {
        const int64_t now_ns = clock_ns(CLOCK_MONOTONIC);

        *due_ns = now_ns + OPENING_NS;
        if (!pool->no_next && now_ns - pool->since_ns < limit_of(pool) + OPENING_LIMIT_NS)
            return POOL_WORKS;
    }
    pool->no_next |= state == WORKER_FAILED;
    if (state != WORKER_READY || stuck_list_add(&pool->stuck, pool->turn) < 0)
        return POOL_STUCK;
    if (!read_guard_leave(&stuck->guard, pool->turn)) {
        stuck_list_remove(&pool->stuck, pool->turn);
        return POOL_WORKS;
    }
    /* Without memory it is not counted. */
    stuck_list_add(&ever_stuck, pool->turn);
    stuck->stuck_turn = pool->turn;
    pthread_mutex_lock(&pool->lock);
    in_job = stuck->job != NULL;
    stuck->abandoned = true;
    pool->abandoned[pool->abandoned_count++] = stuck;
    pool->worker = pool->next;
    pool->next = NULL;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    if (!in_job)
        return POOL_WORKS;
    pool->pending--;
    return POOL_ABANDONED;
}

/* Whether the worker is stuck, or else when to look again. */
static bool is_stuck(struct worker_pool *pool, int64_t limit_ns, int64_t *due_ns)
{
    const int64_t now_ns = clock_ns(CLOCK_MONOTONIC);
    const uint64_t turn = read_guard_turn(&pool->worker->guard);

    if (turn != pool->turn || !read_guard_turn_reads(turn)) {
        pool->turn = turn;
        pool->since_ns = now_ns;
        pool->no_next = false;
    }
    *due_ns = now_ns + (limit_ns < LOOKS ? limit_ns : limit_ns / LOOKS);
    /* A worker that uses CPU time is not stuck: some files take the kernel that long. */
    return now_ns - pool->since_ns >= limit_ns &&
           (limit_ns <= READ_SHORT_NS || read_guard_is_blocked(&pool->worker->guard, turn));
}

enum pool_state worker_pool_poll(struct worker_pool *pool, int64_t *due_ns)
{
    const int64_t limit_ns = limit_of(pool);

    reap(pool);
    *due_ns = CLOCK_NEVER;
    if (!pool->pending || !limit_ns || !is_stuck(pool, limit_ns, due_ns))
        return POOL_WORKS;
    return replace(pool, due_ns);
}
