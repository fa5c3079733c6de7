/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/namer.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "top/base/clock.h"
#include "top/work/thread.h"

/* How long a lookup is waited for in the end. */
#define STOP_LIMIT_NS (NS_PER_S / 10)

/* A question, and then its answer. */
struct job {
    struct job *next;
    struct name_question question;
    struct buf name;  /* the answer; or the name of a user, where */
    bool asks_for_id; /* that is the question, and */
    uid_t uid;        /* this the answer */
    bool known;
};

struct namer {
    struct name_cache *cache;
    pthread_t thread;
    int ready_fd; /* eventfd(2) */

    size_t pending;    /* jobs that have not been taken */
    int64_t since_ns;  /* the last was asked for */
    struct job *taken; /* the one that the caller may still look at */

    pthread_mutex_t lock; /* for all below */
    pthread_cond_t wake;
    struct job *todo; /* those of the last call first: they are on the screen now */
    struct job *done;
    bool stop;
};

static void job_free(struct job *job)
{
    if (!job)
        return;
    buf_fini(&job->name);
    free(job);
}

static void jobs_free(struct job *job)
{
    while (job) {
        struct job *next = job->next;

        job_free(job);
        job = next;
    }
}

static struct job *pop(struct job **list)
{
    struct job *job = *list;

    if (job)
        *list = job->next;
    return job;
}

static void push(struct job **list, struct job *job)
{
    job->next = *list;
    *list = job;
}

static void answer(struct job *job)
{
    if (job->asks_for_id)
        job->known = user_id_by_name(buf_text(&job->name), &job->uid);
    else
        job->known = name_look_up(&job->question, &job->name);
}

/* Waits for something to do; NULL when that is to end. Called, and returns, with the lock. */
static struct job *next_job(struct namer *namer)
{
    while (!namer->stop && !namer->todo)
        pthread_cond_wait(&namer->wake, &namer->lock);
    return namer->stop ? NULL : pop(&namer->todo);
}

static void *run(void *argument)
{
    const uint64_t one = 1;
    struct namer *namer = argument;
    struct job *job;

    pthread_mutex_lock(&namer->lock);
    while ((job = next_job(namer))) {
        pthread_mutex_unlock(&namer->lock);
        answer(job);
        pthread_mutex_lock(&namer->lock);
        push(&namer->done, job);
        /* An eventfd can only fail here when its counter is near 2^64. */
        if (write(namer->ready_fd, &one, sizeof one) < 0)
            break;
    }
    pthread_mutex_unlock(&namer->lock);
    return NULL;
}

static void namer_free(struct namer *namer)
{
    jobs_free(namer->todo);
    jobs_free(namer->done);
    job_free(namer->taken);
    pthread_cond_destroy(&namer->wake);
    pthread_mutex_destroy(&namer->lock);
    if (namer->ready_fd >= 0)
        close(namer->ready_fd);
    free(namer);
}

int namer_start(struct name_cache *cache, struct namer **out)
{
    struct namer *namer = calloc(1, sizeof *namer);
    int error;

    if (!namer)
        return -ENOMEM;
    namer->cache = cache;
    pthread_mutex_init(&namer->lock, NULL);
    pthread_cond_init(&namer->wake, NULL);
    namer->ready_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    error = namer->ready_fd < 0 ? -errno : thread_start(&namer->thread, run, namer);
    if (error) {
        namer_free(namer);
        return error;
    }
    name_cache_defer(cache);
    *out = namer;
    return 0;
}

/* A thread that does not come back is left to itself, with all that it may still touch. */
void namer_stop(struct namer *namer)
{
    if (!namer)
        return;
    pthread_mutex_lock(&namer->lock);
    namer->stop = true;
    pthread_cond_signal(&namer->wake);
    pthread_mutex_unlock(&namer->lock);
    if (thread_join_within(namer->thread, STOP_LIMIT_NS))
        namer_free(namer);
}

int namer_fd(const struct namer *namer)
{
    return namer->ready_fd;
}

/* With the lock. */
static void ask(struct namer *namer, struct job *job)
{
    push(&namer->todo, job);
    namer->pending++;
    namer->since_ns = clock_now_ns();
}

static void wake(struct namer *namer)
{
    pthread_cond_signal(&namer->wake);
    pthread_mutex_unlock(&namer->lock);
}

/*
 * What there is no memory for shows its number for good. All are asked at once: the cache gives the
 * last question first, so that they are answered in the order in which they came up, however soon
 * the thread wakes.
 */
bool namer_ask(struct namer *namer)
{
    struct name_question question;
    bool any = false;

    pthread_mutex_lock(&namer->lock);
    while (name_cache_take_question(namer->cache, &question)) {
        struct job *job = calloc(1, sizeof *job);

        if (!job)
            continue;
        job->question = question;
        ask(namer, job);
        any = true;
    }
    wake(namer);
    return any;
}

int namer_ask_user(struct namer *namer, const char *name)
{
    struct job *job = calloc(1, sizeof *job);

    if (!job)
        return -ENOMEM;
    buf_puts(&job->name, name);
    if (job->name.failed) {
        job_free(job);
        return -ENOMEM;
    }
    job->asks_for_id = true;
    pthread_mutex_lock(&namer->lock);
    ask(namer, job);
    wake(namer);
    return 0;
}

static struct job *take_done(struct namer *namer)
{
    struct job *job;

    pthread_mutex_lock(&namer->lock);
    job = pop(&namer->done);
    pthread_mutex_unlock(&namer->lock);
    return job;
}

enum named namer_take(struct namer *namer, struct named_user *user)
{
    struct job *job = take_done(namer);
    uint64_t count;

    /* In this order: what is announced after the second look is not forgotten. */
    if (!job && read(namer->ready_fd, &count, sizeof count) == sizeof count)
        job = take_done(namer);
    job_free(namer->taken);
    namer->taken = job;
    if (!job)
        return NAMED_NOTHING;
    namer->pending--;
    if (job->asks_for_id) {
        *user = (struct named_user){buf_text(&job->name), job->known, job->uid};
        return NAMED_USER;
    }
    name_cache_learn(namer->cache, &job->question, job->known ? buf_text(&job->name) : NULL);
    return NAMED_ID;
}

bool namer_is_busy(const struct namer *namer, int64_t *since_ns)
{
    *since_ns = namer->since_ns;
    return namer->pending;
}
