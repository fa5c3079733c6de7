/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A lane is a thread with a source and a snapshot of its own. One of them is the filler's; those
 * that were left behind keep all that they may still touch, and are taken away when they come
 * back.
 */
#include "top/work/filler.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "top/base/clock.h"
#include "top/model/reading.h"
#include "top/work/stuck.h"
#include "top/work/thread.h"

/* So many threads at most wait for stuck tasks; then nothing is filled in any more. */
#define LANES_MAX STUCK_LIMIT

/* How long a row being read is waited for in the end. */
#define STOP_LIMIT_NS NS_PER_S

struct lane {
    pthread_t thread;
    struct source *source;
    int ready_fd; /* eventfd(2) */

    pthread_mutex_t lock; /* for all below, but see run() */
    pthread_cond_t wake;
    struct fill_list list;
    struct snapshot snapshot; /* a task for each row of the list */
    size_t filled;            /* so many of them are complete */
    bool stop;
    bool over; /* the thread touches nothing any more */
};

struct filler {
    struct source_options options;
    struct lane *lane;            /* the one that reads; NULL when all are left behind */
    struct lane *left[LANES_MAX]; /* behind */
    size_t left_count;
    size_t taken;     /* rows of the lane */
    int64_t since_ns; /* the request */
};

static int add_row(struct fill_list *list, const struct fill_row *row)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        struct fill_row *rows = reallocarray(list->rows, capacity, sizeof *rows);

        if (!rows)
            return -ENOMEM;
        list->rows = rows;
        list->capacity = capacity;
    }
    list->rows[list->count++] = *row;
    return 0;
}

int fill_list_add(struct fill_list *list, const struct task *task, need_t need)
{
    const struct fill_row row = {task->tgid, task->tid, task->kind, need};

    return add_row(list, &row);
}

void fill_list_fini(struct fill_list *list)
{
    free(list->rows);
    *list = (struct fill_list){0};
}

static void announce(const struct lane *lane)
{
    const uint64_t one = 1;

    /* An eventfd can only fail here when its counter is near 2^64. */
    if (write(lane->ready_fd, &one, sizeof one) < 0)
        return;
}

/* The descriptor is readable no longer. That of an announcement yet to come will be again. */
static void forget_announcement(const struct lane *lane)
{
    uint64_t count;

    if (read(lane->ready_fd, &count, sizeof count) < 0)
        return; /* there was none */
}

/* A row that is gone, or may not be read, has its groups too: empty. */
static void fill(struct lane *lane, size_t index)
{
    struct task *task = &lane->snapshot.tasks[index];
    need_t need = lane->list.rows[index].need;

    source_fill(lane->source, &lane->snapshot, task, need);
    task->have |= need;
}

/*
 * While rows are left the list and the snapshot belong to the thread, but for the rows filled;
 * the interface changes them only when none is.
 */
static void *run(void *argument)
{
    struct lane *lane = argument;

    pthread_mutex_lock(&lane->lock);
    while (!lane->stop) {
        if (lane->filled == lane->list.count) {
            pthread_cond_wait(&lane->wake, &lane->lock);
            continue;
        }
        pthread_mutex_unlock(&lane->lock);
        fill(lane, lane->filled);
        pthread_mutex_lock(&lane->lock);
        if (++lane->filled == lane->list.count)
            announce(lane);
    }
    lane->over = true;
    pthread_mutex_unlock(&lane->lock);
    return NULL;
}

static void lane_free(struct lane *lane)
{
    source_close(lane->source);
    fill_list_fini(&lane->list);
    snapshot_fini(&lane->snapshot);
    pthread_cond_destroy(&lane->wake);
    pthread_mutex_destroy(&lane->lock);
    if (lane->ready_fd >= 0)
        close(lane->ready_fd);
    free(lane);
}

static int lane_open(const struct source_options *options, struct lane **out, struct buf *why)
{
    struct lane *lane = calloc(1, sizeof *lane);
    int error;

    if (!lane) {
        buf_puts(why, strerror(ENOMEM));
        return -ENOMEM;
    }
    snapshot_init(&lane->snapshot);
    pthread_mutex_init(&lane->lock, NULL);
    pthread_cond_init(&lane->wake, NULL);
    lane->ready_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    error = lane->ready_fd < 0 ? -errno : source_open(options, &lane->source, why);
    if (!error)
        error = thread_start(&lane->thread, run, lane);
    if (error) {
        lane_free(lane);
        return error;
    }
    *out = lane;
    return 0;
}

int filler_open(const struct source_options *options, struct filler **out, struct buf *why)
{
    struct filler *filler = calloc(1, sizeof *filler);
    int error;

    if (!filler) {
        buf_puts(why, strerror(ENOMEM));
        return -ENOMEM;
    }
    filler->options = *options;
    filler->options.fills_only = true;
    error = lane_open(&filler->options, &filler->lane, why);
    if (error) {
        free(filler);
        return error;
    }
    *out = filler;
    return 0;
}

static void stop_lane(struct lane *lane)
{
    pthread_mutex_lock(&lane->lock);
    lane->stop = true;
    pthread_cond_signal(&lane->wake);
    pthread_mutex_unlock(&lane->lock);
}

/* One that does not come back is left to itself: the program ends in any case. */
static void join_lane(struct lane *lane, int64_t limit_ns)
{
    if (thread_join_within(lane->thread, limit_ns))
        lane_free(lane);
}

void filler_close(struct filler *filler)
{
    if (!filler)
        return;
    if (filler->lane) {
        stop_lane(filler->lane);
        join_lane(filler->lane, STOP_LIMIT_NS);
    }
    /* These have been waited for. */
    for (size_t i = 0; i < filler->left_count; i++)
        join_lane(filler->left[i], 0);
    free(filler);
}

int filler_fd(const struct filler *filler)
{
    return filler->lane ? filler->lane->ready_fd : -1;
}

static size_t filled_of(struct lane *lane)
{
    size_t filled;

    pthread_mutex_lock(&lane->lock);
    filled = lane->filled;
    pthread_mutex_unlock(&lane->lock);
    return filled;
}

bool filler_is_busy(const struct filler *filler, int64_t *since_ns)
{
    *since_ns = filler->since_ns;
    return filler->lane && filled_of(filler->lane) < filler->lane->list.count;
}

bool filler_is_taken(const struct filler *filler)
{
    return !filler->lane || filler->taken == filler->lane->list.count;
}

/* Takes away the lanes that have come back. */
static void reap_lanes(struct filler *filler)
{
    size_t kept = 0;

    for (size_t i = 0; i < filler->left_count; i++) {
        struct lane *lane = filler->left[i];
        bool over;

        pthread_mutex_lock(&lane->lock);
        over = lane->over;
        pthread_mutex_unlock(&lane->lock);
        if (over) {
            pthread_join(lane->thread, NULL);
            lane_free(lane);
        } else {
            filler->left[kept++] = lane;
        }
    }
    filler->left_count = kept;
}

/* Whether a lane is left behind with this process. */
static bool is_stuck(const struct filler *filler, pid_t tgid)
{
    for (size_t i = 0; i < filler->left_count; i++) {
        struct lane *lane = filler->left[i];
        size_t filled = filled_of(lane);

        if (filled < lane->list.count && lane->list.rows[filled].tgid == tgid)
            return true;
    }
    return false;
}

/* Sees to it that there is a lane with nothing to do. */
static int free_lane(struct filler *filler)
{
    struct buf why = {0};
    int64_t since_ns;
    int error = 0;

    reap_lanes(filler);
    if (filler_is_busy(filler, &since_ns)) {
        if (filler->left_count == LANES_MAX)
            return -EBUSY;
        stop_lane(filler->lane);
        filler->left[filler->left_count++] = filler->lane;
        filler->lane = NULL;
    }
    if (!filler->lane)
        error = lane_open(&filler->options, &filler->lane, &why);
    buf_fini(&why);
    return error;
}

/* An idle lane's list and snapshot are ours. */
static int prepare_lane(const struct filler *filler, const struct fill_list *list)
{
    struct lane *lane = filler->lane;

    lane->list.count = 0;
    lane->filled = 0;
    snapshot_clear(&lane->snapshot);
    for (size_t i = 0; i < list->count; i++) {
        const struct fill_row *row = &list->rows[i];
        struct task *task = snapshot_add(&lane->snapshot);

        if (!task)
            return -ENOMEM;
        task->tgid = row->tgid;
        task->tid = row->tid;
        task->kind = row->kind;
        if (is_stuck(filler, row->tgid)) /* has, and has nothing */
            task->have = row->need & ~(need_t)NEED_NEVER_BLOCKS;
    }
    return 0;
}

int filler_request(struct filler *filler, const struct fill_list *list)
{
    int error = free_lane(filler);
    struct lane *lane = filler->lane;

    if (error)
        return error;
    filler->taken = 0;
    filler->since_ns = clock_now_ns();
    forget_announcement(lane);
    pthread_mutex_lock(&lane->lock);
    error = prepare_lane(filler, list);
    for (size_t i = 0; !error && i < list->count; i++)
        error = add_row(&lane->list, &list->rows[i]);
    if (error)
        lane->list.count = 0;
    pthread_cond_signal(&lane->wake);
    pthread_mutex_unlock(&lane->lock);
    return error;
}

const struct task *filler_take(struct filler *filler)
{
    struct lane *lane = filler->lane;

    if (!lane)
        return NULL;
    /* In this order: what is announced after the second look is not forgotten. */
    if (filler->taken == filled_of(lane)) {
        forget_announcement(lane);
        if (filler->taken == filled_of(lane))
            return NULL;
    }
    return &lane->snapshot.tasks[filler->taken++];
}
