/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/crew.h"

#include <errno.h>
#include <stdlib.h>

#include "top/work/stuck.h"

/* A worker that was left behind, and the process that it is stuck with. */
struct absent {
    struct worker *worker;
    pid_t tgid;
};

struct crew {
    const struct source_options *options;
    struct worker *worker;      /* the one that scans */
    const struct worker *shown; /* the one that the reading in hand is of */
    struct wish wish;
    bool waiting; /* for what was asked for last */
    struct absent left[STUCK_LIMIT];
    size_t left_count;
};

int crew_start(struct scanner *scanner, const struct source_options *options, struct crew **out)
{
    struct crew *crew = calloc(1, sizeof *crew);
    int error;

    if (!crew)
        return -ENOMEM;
    crew->options = options;
    error = worker_start(scanner, &crew->worker);
    if (error) {
        free(crew);
        return error;
    }
    *out = crew;
    return 0;
}

void crew_stop(struct crew *crew)
{
    if (!crew)
        return;
    worker_stop(crew->worker);
    for (size_t i = 0; i < crew->left_count; i++)
        worker_reap(crew->left[i].worker);
    free(crew);
}

int crew_fd(const struct crew *crew)
{
    return worker_fd(crew->worker);
}

static void request(struct crew *crew)
{
    struct wish *wish = &crew->wish;

    wish->stuck_count = crew->left_count;
    for (size_t i = 0; i < crew->left_count; i++)
        wish->stuck[i] = crew->left[i].tgid;
    worker_request(crew->worker, wish);
    crew->waiting = true;
}

void crew_request(struct crew *crew, const struct wish *wish)
{
    crew->wish = *wish;
    request(crew);
}

struct reading *crew_take(struct crew *crew)
{
    struct reading *reading = worker_take(crew->worker);

    if (reading) {
        crew->shown = crew->worker;
        crew->waiting = false;
    }
    return reading;
}

/* A reading in hand keeps its worker. */
static void reap(struct crew *crew)
{
    size_t kept = 0;

    for (size_t i = 0; i < crew->left_count; i++)
        if (crew->left[i].worker == crew->shown || !worker_reap(crew->left[i].worker))
            crew->left[kept++] = crew->left[i];
    crew->left_count = kept;
}

/* Where that fails, the one that is stuck is waited for. */
static void replace(struct crew *crew, pid_t stuck_with)
{
    struct worker *fresh;
    struct scanner *scanner;
    struct buf why = {0};
    int error = scanner_open(crew->options, &scanner, &why);

    buf_fini(&why);
    if (error)
        return;
    if (worker_start(scanner, &fresh) < 0) {
        scanner_close(scanner);
        return;
    }
    worker_leave(crew->worker);
    crew->left[crew->left_count++] = (struct absent){crew->worker, stuck_with};
    crew->worker = fresh;
    request(crew);
}

int64_t crew_tend(struct crew *crew)
{
    pid_t stuck_with = crew->waiting ? worker_stuck_with(crew->worker) : 0;

    reap(crew);
    if (stuck_with && crew->left_count < STUCK_LIMIT)
        replace(crew, stuck_with);
    return crew->waiting && crew->wish.need & ~(need_t)NEED_NEVER_BLOCKS ? STUCK_AFTER_NS : -1;
}
