/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/work/scanner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/base/units.h"
#include "lib/query/delta.h"
#include "top/work/guarded_fill.h"

/* Between the two scans behind the first figures. */
#define FIRST_INTERVAL_NS 200000000

struct scanner {
    struct source *source;
    struct host *host;     /* NULL for a recorded tree */
    struct worker *worker; /* NULL: nobody minds waiting */
    struct delta delta;
    struct sample_request before; /* of the scan before; no rows: there was none */
    uint64_t cpu_ns, wall_ns;     /* when the sample before was done; 0: there was none */
};

void sample_init(struct sample *sample)
{
    memset(sample, 0, sizeof *sample);
    snapshot_init(&sample->snapshot);
}

void sample_fini(struct sample *sample)
{
    snapshot_fini(&sample->snapshot);
    host_figures_fini(&sample->host);
}

int scanner_open(const struct source_options *options, struct scanner **out, struct buf *why)
{
    struct scanner *scanner = calloc(1, sizeof *scanner);
    int error;

    if (!scanner) {
        buf_puts(why, strerror(ENOMEM));
        return -ENOMEM;
    }
    delta_init(&scanner->delta);
    error = source_open(options, &scanner->source, why);
    if (!error && scanner->source->live) {
        error = host_open(&scanner->host);
        if (error)
            buf_printf(why, "cannot read the host's figures: %s", strerror(-error));
    }
    if (error) {
        scanner_close(scanner);
        return error;
    }
    *out = scanner;
    return 0;
}

void scanner_close(struct scanner *scanner)
{
    if (!scanner)
        return;
    delta_fini(&scanner->delta);
    host_close(scanner->host);
    source_close(scanner->source);
    free(scanner);
}

bool scanner_is_live(const struct scanner *scanner)
{
    return scanner->source->live;
}

void scanner_set_worker(struct scanner *scanner, struct worker *worker)
{
    scanner->worker = worker;
}

static int scan(struct scanner *scanner, const struct sample_request *wanted, need_t need,
                struct sample *sample)
{
    struct scan_request request = {
        .rows = wanted->rows,
        .need = need,
        .only = wanted->pid_count ? wanted->pids : NULL,
        .only_count = wanted->pid_count,
        .again = true,
    };
    uint64_t start_ns;
    int error = 0;

    /* First, for the scan wants the births before it; then the file is read but once. */
    if (scanner->host)
        error = host_read(scanner->host, &sample->host);
    sample->host_known = scanner->host != NULL;
    if (error)
        return error;
    request.forks = sample->host.births;
    start_ns = clock_ns(CLOCK_MONOTONIC);
    error = source_scan(scanner->source, &request, &sample->snapshot);
    sample->cost.scan_ns = clock_ns(CLOCK_MONOTONIC) - start_ns;
    if (!error)
        error = delta_update(&scanner->delta, &sample->snapshot, &sample->interval_ns);
    return error;
}

/* The scan that the first real one is compared with. */
static int scan_first(struct scanner *scanner, const struct sample_request *wanted,
                      struct sample *sample)
{
    const struct timespec interval = {.tv_nsec = FIRST_INTERVAL_NS};
    int error = scan(scanner, wanted, NEED_STAT | (wanted->need & NEED_USAGE), sample);

    /* A recorded tree would be the same after any time. */
    if (!error && scanner->source->live)
        nanosleep(&interval, NULL);
    return error;
}

/* What was asked for every row but is not for scans. A task that is gone keeps its row. */
static int fill_all(struct scanner *scanner, need_t need, struct snapshot *snapshot)
{
    int error = 0;

    need &= ~(need_t)NEED_SCANNED;
    for (size_t i = 0; need && !error && i < snapshot->count; i++) {
        error = guarded_fill(scanner->worker, scanner->source, snapshot, &snapshot->tasks[i], need);
        if (error == -ENOENT)
            error = 0;
    }
    return error;
}

/* What all of the program has cost since the sample before: the screen counts as well. */
static void add_up_cost(struct scanner *scanner, struct scan_cost *cost)
{
    uint64_t cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    uint64_t wall_ns = clock_ns(CLOCK_MONOTONIC);

    cost->source = scanner->source->ops->name;
    cost->cpu_ns = cpu_ns - scanner->cpu_ns;
    cost->since_ns = scanner->wall_ns ? wall_ns - scanner->wall_ns : 0;
    scanner->cpu_ns = cpu_ns;
    scanner->wall_ns = wall_ns;
}

/* Whether what the scan before has seen is no base for the figures of this one. */
static bool is_new(const struct sample_request *before, const struct sample_request *wanted)
{
    if (before->rows != wanted->rows)
        return true;
    return before->pid_count &&
           (before->pid_count != wanted->pid_count ||
            memcmp(before->pids, wanted->pids, wanted->pid_count * sizeof wanted->pids[0]) != 0);
}

int scanner_read(struct scanner *scanner, const struct sample_request *wanted,
                 struct sample *sample)
{
    int error = 0;

    sample->request = *wanted;
    if (is_new(&scanner->before, wanted))
        error = scan_first(scanner, wanted, sample);
    if (!error)
        error = scan(scanner, wanted, wanted->need | NEED_STAT, sample);
    if (!error)
        error = fill_all(scanner, wanted->need, &sample->snapshot);
    add_up_cost(scanner, &sample->cost);
    scanner->before = *wanted;
    if (error)
        scanner->before.rows = 0;
    sample->error = error;
    return error;
}
