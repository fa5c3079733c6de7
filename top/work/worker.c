/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/worker.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "top/base/clock.h"
#include "top/work/stuck.h"
#include "top/work/thread.h"

/* How long a scan going on is waited for in the end. */
#define STOP_LIMIT_NS (2 * (int64_t)NS_PER_S)

struct worker {
    struct scanner *scanner;
    pthread_t thread;
    int ready_fd; /* eventfd(2) */

    pthread_mutex_t lock; /* for all below */
    pthread_cond_t wake;
    struct wish wish;
    bool wanted; /* a scan has been asked for and not begun */
    bool done;   /* readings[filling] is complete and not taken */
    bool stop;

    /* The thread fills one while !done; the other is the interface's. */
    struct reading readings[2];
    unsigned filling;
};

/* Waits until there is something to do; false when that is to end. */
static bool next_wish(struct worker *worker, struct wish *wish)
{
    bool go_on;

    pthread_mutex_lock(&worker->lock);
    while (!worker->stop && (!worker->wanted || worker->done))
        pthread_cond_wait(&worker->wake, &worker->lock);
    *wish = worker->wish;
    worker->wanted = false;
    go_on = !worker->stop;
    pthread_mutex_unlock(&worker->lock);
    return go_on;
}

static void hand_over(struct worker *worker)
{
    const uint64_t one = 1;

    pthread_mutex_lock(&worker->lock);
    worker->done = true;
    pthread_mutex_unlock(&worker->lock);
    /* An eventfd can only fail here when its counter is near 2^64. */
    if (write(worker->ready_fd, &one, sizeof one) < 0)
        return;
}

static void *run(void *argument)
{
    struct worker *worker = argument;
    struct wish wish;

    while (next_wish(worker, &wish)) {
        /* Nobody else touches `filling` while nothing is done. */
        scanner_read(worker->scanner, &wish, &worker->readings[worker->filling]);
        hand_over(worker);
    }
    return NULL;
}

int worker_start(struct scanner *scanner, struct worker **out)
{
    struct worker *worker = calloc(1, sizeof *worker);
    int error;

    if (!worker)
        return -ENOMEM;
    worker->scanner = scanner;
    reading_init(&worker->readings[0]);
    reading_init(&worker->readings[1]);
    worker->ready_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (worker->ready_fd < 0) {
        error = -errno;
        free(worker);
        return error;
    }
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->wake, NULL);
    error = thread_start(&worker->thread, run, worker);
    if (error) {
        close(worker->ready_fd);
        free(worker);
        return error;
    }
    *out = worker;
    return 0;
}

static void worker_free(struct worker *worker)
{
    scanner_close(worker->scanner);
    reading_fini(&worker->readings[0]);
    reading_fini(&worker->readings[1]);
    pthread_cond_destroy(&worker->wake);
    pthread_mutex_destroy(&worker->lock);
    close(worker->ready_fd);
    free(worker);
}

pid_t worker_stuck_with(const struct worker *worker)
{
    int64_t since_ns;
    pid_t tgid = scanner_busy_with(worker->scanner, &since_ns);

    return clock_now_ns() - since_ns < STUCK_AFTER_NS ? 0 : tgid;
}

void worker_leave(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    worker->stop = true;
    pthread_cond_signal(&worker->wake);
    pthread_mutex_unlock(&worker->lock);
}

bool worker_reap(struct worker *worker)
{
    if (pthread_tryjoin_np(worker->thread, NULL) != 0)
        return false;
    worker_free(worker);
    return true;
}

/* One that does not come back is left to itself: the program ends in any case. */
void worker_stop(struct worker *worker)
{
    if (!worker)
        return;
    worker_leave(worker);
    if (thread_join_within(worker->thread, STOP_LIMIT_NS))
        worker_free(worker);
}

int worker_fd(const struct worker *worker)
{
    return worker->ready_fd;
}

void worker_request(struct worker *worker, const struct wish *wish)
{
    pthread_mutex_lock(&worker->lock);
    worker->wish = *wish;
    worker->wanted = true;
    pthread_cond_signal(&worker->wake);
    pthread_mutex_unlock(&worker->lock);
}

struct reading *worker_take(struct worker *worker)
{
    struct reading *taken = NULL;
    uint64_t count;

    if (read(worker->ready_fd, &count, sizeof count) < 0)
        return NULL;
    pthread_mutex_lock(&worker->lock);
    if (worker->done) {
        taken = &worker->readings[worker->filling];
        worker->filling = 1 - worker->filling;
        worker->done = false;
        pthread_cond_signal(&worker->wake);
    }
    pthread_mutex_unlock(&worker->lock);
    return taken;
}
