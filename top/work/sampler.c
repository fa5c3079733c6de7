/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/sampler.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "top/work/scanner.h"
#include "top/work/worker_pool.h"

struct scan_job {
    struct job job;
    struct sample_request request;
    struct sample sample;
};

struct sampler {
    struct source_options options;
    struct worker_pool *pool;
    atomic_bool live, same_pids;   /* of every scanner */
    struct sample_request request; /* of the last request */
    struct scan_job *shown, *spare;
};

static int open_scanner(void *owner, void **tools, struct buf *why)
{
    struct sampler *sampler = owner;
    struct scanner *scanner;
    int result = scanner_open(&sampler->options, &scanner, why);

    if (result)
        return result;
    sampler->live = scanner_source(scanner)->live;
    sampler->same_pids = scanner_source(scanner)->same_pids;
    *tools = scanner;
    return 0;
}

static void close_scanner(void *tools)
{
    scanner_close(tools);
}

static void scan(struct read_guard *guard, void *tools, struct job *base)
{
    struct scan_job *job = (struct scan_job *)base;

    scanner_set_guard(tools, guard);
    scanner_read(tools, &job->request, &job->sample);
}

static void discard(struct job *base)
{
    struct scan_job *job = (struct scan_job *)base;

    sample_fini(&job->sample);
    free(job);
}

static const struct worker_ops sampler_ops = {
    .close_limit_ns = CLOSE_LIMIT_NS,
    .open = open_scanner,
    .close = close_scanner,
    .run = scan,
    .discard = discard,
};

int sampler_open(const struct source_options *options, struct sampler **out, struct buf *why)
{
    struct sampler *sampler = calloc(1, sizeof(*sampler));
    int result;

    if (!sampler)
        return -ENOMEM;
    sampler->options = *options;
    result = worker_pool_open(&sampler_ops, sampler, &sampler->pool, why);
    if (result)
        free(sampler);
    else
        *out = sampler;
    return result;
}

void sampler_close(struct sampler *sampler)
{
    if (!sampler || !worker_pool_close(sampler->pool))
        return;
    if (sampler->shown)
        discard(&sampler->shown->job);
    if (sampler->spare)
        discard(&sampler->spare->job);
    free(sampler);
}

bool sampler_is_live(const struct sampler *sampler)
{
    return sampler->live;
}

bool sampler_has_same_pids(const struct sampler *sampler)
{
    return sampler->same_pids;
}

int sampler_fd(const struct sampler *sampler)
{
    return worker_pool_fd(sampler->pool);
}

int sampler_request(struct sampler *sampler, const struct sample_request *request)
{
    struct scan_job *job = sampler->spare;

    if (!job) {
        job = calloc(1, sizeof(*job));
        if (!job)
            return -ENOMEM;
        sample_init(&job->sample);
    }
    sampler->spare = NULL;
    sampler->request = job->request = *request;
    worker_pool_submit(sampler->pool, &job->job);
    return 0;
}

struct sample *sampler_take(struct sampler *sampler)
{
    struct scan_job *job = (struct scan_job *)worker_pool_take(sampler->pool);

    if (!job)
        return NULL;
    sampler->spare = sampler->shown;
    sampler->shown = job;
    return &job->sample;
}

int sampler_poll(struct sampler *sampler, int64_t *due_ns)
{
    if (worker_pool_poll(sampler->pool, due_ns) != POOL_ABANDONED)
        return 0;
    return sampler_request(sampler, &sampler->request);
}
