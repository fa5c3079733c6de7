/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/detail_loader.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/resources.h"
#include "lib/base/units.h"
#include "top/work/worker_pool.h"

/* The longest time for a list, so that rows that become visible meanwhile are read soon. */
#define LIST_LIMIT_NS NS_PER_S

int detail_requests_add(struct detail_requests *list, const struct detail_request *row)
{
    if (ARRAY_RESERVE(&list->rows, &list->capacity, list->count + 1) < 0)
        return -ENOMEM;
    list->rows[list->count++] = *row;
    return 0;
}

void detail_requests_fini(struct detail_requests *list)
{
    free(list->rows);
    *list = (struct detail_requests){0};
}

/*
 * A list being read. While the worker does the job it owns the rows and their tasks, except for the
 * first `complete` ones.
 */
struct detail_job {
    struct job job;
    struct detail_requests list;
    struct snapshot snapshot;  /* a task for each row */
    struct wait_report report; /* of the row that requests one */
    atomic_size_t complete;
    atomic_int error; /* 0, or -errno for lack of memory or descriptors */
};

struct detail_loader {
    struct source_options options;
    list_details *list_missing;
    struct worker_pool *pool;
    struct detail_requests wanted; /* not submitted yet */
    struct detail_job *job;        /* the last one; NULL: none, or it was abandoned */
    size_t taken;                  /* rows of it copied into the model */
    bool stuck;                    /* no result is expected for now */
};

static int open_source(void *owner, void **tools, struct buf *why)
{
    const struct detail_loader *loader = owner;
    struct source *source;
    int result = source_open(&loader->options, &source, why);

    if (!result)
        *tools = source;
    return result;
}

static void close_source(void *tools)
{
    source_close(tools);
}

/* Whether the row's task has exited, so another one may have been read: 1, 0, or -errno. */
static int is_lost(struct source *source, struct snapshot *snapshot,
                   const struct detail_request *row)
{
    struct task now = {
        .kind = row->kind, .tgid = row->task.tgid, .tid = row->task.tid, .process = &process_none};
    int result;

    if (!row->task.known)
        return 0; /* its stat may block */
    result = source_fill(source, snapshot, &now, NEED_ADDRESSES);
    if (is_shortage(result))
        return result;
    return result == -ENOENT || (now.have & NEED_STAT && !task_is_same(&row->task, &now));
}

/*
 * The start time is compared when all else has been read: if it is the row's, so is all else. As
 * is_lost().
 */
static int read_row(struct source *source, struct detail_job *job, size_t index)
{
    const struct detail_request *row = &job->list.rows[index];
    struct task *task = &job->snapshot.tasks[index];
    int result = source_fill(source, &job->snapshot, task, row->need);

    if (row->report && !is_shortage(result))
        result = source_report_wait(source, task, &job->report);
    if (!is_shortage(result))
        result = is_lost(source, &job->snapshot, row);
    if (row->report && result)
        job->report.link_count = 0; /* undefined, or of another task */
    return result;
}

/* Groups of a row that may not be read are empty, but count as read. A lost row has none. */
static void read_list(struct read_guard *guard, void *tools, struct job *base)
{
    struct detail_job *job = (struct detail_job *)base;
    int64_t end_ns = clock_ns(CLOCK_MONOTONIC) + LIST_LIMIT_NS;

    source_set_guard(tools, &guard->guard);
    for (size_t i = 0; i < job->list.count && clock_ns(CLOCK_MONOTONIC) < end_ns; i++) {
        const int result = read_row(tools, job, i);
        struct task *task = &job->snapshot.tasks[i];

        if (result < 0)
            atomic_store(&job->error, result);
        task->have = result > 0 ? 0 : task->have | job->list.rows[i].need;
        atomic_store(&job->complete, i + 1);
    }
}

static void discard(struct job *base)
{
    struct detail_job *job = (struct detail_job *)base;

    detail_requests_fini(&job->list);
    snapshot_fini(&job->snapshot);
    free(job);
}

static const struct worker_ops loader_ops = {
    .close_limit_ns = CLOSE_LIMIT_NS,
    .open = open_source,
    .close = close_source,
    .run = read_list,
    .discard = discard,
};

int detail_loader_open(const struct source_options *options, list_details *list_missing,
                       struct detail_loader **out, struct buf *why)
{
    struct detail_loader *loader = calloc(1, sizeof(*loader));
    int result;

    if (!loader)
        return -ENOMEM;
    loader->options = *options;
    loader->options.fills_only = true;
    loader->options.reports = true;
    loader->list_missing = list_missing;
    result = worker_pool_open(&loader_ops, loader, &loader->pool, why);
    if (result)
        free(loader);
    else
        *out = loader;
    return result;
}

void detail_loader_close(struct detail_loader *loader)
{
    if (!loader)
        return;
    /* The pool frees a job that has not been taken. */
    if (loader->job && !worker_pool_is_busy(loader->pool))
        discard(&loader->job->job);
    if (!worker_pool_close(loader->pool))
        return;
    detail_requests_fini(&loader->wanted);
    free(loader);
}

int detail_loader_fd(const struct detail_loader *loader)
{
    return worker_pool_fd(loader->pool);
}

void detail_loader_renew(struct detail_loader *loader, struct model *model,
                         const struct sample *before)
{
    loader->wanted.count = 0;
    loader->list_missing(model, before, &loader->wanted);
}

static struct detail_job *new_job(void)
{
    struct detail_job *job = calloc(1, sizeof(*job));

    if (job)
        snapshot_init(&job->snapshot);
    return job;
}

/* Submits the wanted rows as a job; its old list is reused for the next ones. */
static int submit(struct detail_loader *loader)
{
    struct detail_job *job = loader->job ? loader->job : new_job();
    struct detail_requests list = loader->wanted;

    loader->job = job;
    if (!job)
        return -ENOMEM;
    loader->wanted = job->list;
    loader->wanted.count = 0;
    loader->taken = 0;
    job->list = list;
    job->complete = 0;
    job->error = 0;
    snapshot_clear(&job->snapshot);
    for (size_t i = 0; i < list.count; i++) {
        struct task *task = snapshot_add(&job->snapshot);

        if (!task)
            return -ENOMEM;
        task->tgid = list.rows[i].task.tgid;
        task->tid = list.rows[i].task.tid;
        task->kind = list.rows[i].kind;
    }
    worker_pool_submit(loader->pool, &job->job);
    return 0;
}

/* Groups of a lost row keep the previous values, or are empty. 0 or -ENOMEM. */
static int put_groups(struct snapshot *snapshot, struct task *row, const struct task *from,
                      need_t need)
{
    if (from->have)
        return snapshot_copy_groups(snapshot, row, from, from->have);
    row->have |= need;
    row->comm = task_name(row);
    return snapshot_add_details(snapshot, row) ? 0 : -ENOMEM;
}

/* Copies what is complete into the rows, and returns their number, or -errno. */
static int put_rows(struct detail_loader *loader, struct model *model)
{
    struct snapshot *snapshot = &model->newest->snapshot;
    struct detail_job *job = loader->job;
    int count = 0;

    /* Before `complete` is read: a finished job has the number of all rows read. */
    worker_pool_take(loader->pool);
    for (; job && loader->taken < job->complete; loader->taken++, count++) {
        const struct task *from = &job->snapshot.tasks[loader->taken];
        const struct detail_request *request = &job->list.rows[loader->taken];
        struct task *row = sample_find_row(model->newest, from);

        if (row && !task_is_same(&request->task, row))
            row = NULL; /* its ID is another task's by now */
        if (row && put_groups(snapshot, row, from, request->need) < 0)
            model->failed = true;
        if (row && request->report) {
            model->newest->report = job->report;
            model->newest->report_tid = row->tid;
        }
    }
    return job && job->error ? job->error : count;
}

/* After an abandoned job the remaining rows are requested again at once. */
int detail_loader_load(struct detail_loader *loader, struct model *model, int64_t *due_ns)
{
    enum pool_state state;
    int result = 0, count = 0;

    *due_ns = CLOCK_NEVER;
    do {
        const int put = put_rows(loader, model);

        if (put < 0)
            return put;
        count += put;
        if (!worker_pool_is_busy(loader->pool)) {
            if (!loader->wanted.count)
                loader->list_missing(model, NULL, &loader->wanted);
            if (loader->wanted.count)
                result = submit(loader);
        }
        state = worker_pool_poll(loader->pool, due_ns);
        if (state == POOL_ABANDONED)
            loader->job = NULL;
    } while (!result && state == POOL_ABANDONED);
    loader->stuck = state == POOL_STUCK;
    return result ? result : count;
}

bool detail_loader_is_loading(const struct detail_loader *loader)
{
    return worker_pool_is_busy(loader->pool) && !loader->stuck;
}
