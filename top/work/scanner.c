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
    struct wish before;       /* of the scan before; no rows: there was none */
    uint64_t cpu_ns, wall_ns; /* when the reading before was done; 0: there was none */
};

void reading_init(struct reading *reading)
{
    memset(reading, 0, sizeof *reading);
    snapshot_init(&reading->snapshot);
}

void reading_fini(struct reading *reading)
{
    snapshot_fini(&reading->snapshot);
    host_figures_fini(&reading->host);
}

int scanner_open(const struct source_options *options, struct scanner **out, struct buf *why)
{
    struct scanner *scanner = calloc(1, sizeof *scanner);
    int error;

    if (!scanner) {
        buf_puts(why, strerror(ENOMEM));
        return -ENOMEM;
    }
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

static int scan(struct scanner *scanner, const struct wish *wish, need_t need,
                struct reading *reading)
{
    struct scan_request request = {
        .rows = wish->rows,
        .need = need,
        .only = wish->pid_count ? wish->pids : NULL,
        .only_count = wish->pid_count,
        .again = true,
    };
    uint64_t start_ns;
    int error = 0;

    /* First, the scan needs the fork count from before it; so the file is read only once. */
    if (scanner->host)
        error = host_read(scanner->host, &reading->host);
    reading->host_known = scanner->host != NULL;
    if (error)
        return error;
    request.forks = reading->host.forks;
    start_ns = clock_ns(CLOCK_MONOTONIC);
    error = source_scan(scanner->source, &request, &reading->snapshot);
    reading->cost.scan_ns = clock_ns(CLOCK_MONOTONIC) - start_ns;
    if (!error)
        error = delta_update(&scanner->delta, &reading->snapshot, &reading->interval_ns);
    return error;
}

/* The scan that the first real one is compared with. */
static int scan_first(struct scanner *scanner, const struct wish *wish, struct reading *reading)
{
    const struct timespec interval = {.tv_nsec = FIRST_INTERVAL_NS};
    int error = scan(scanner, wish, NEED_STAT | (wish->need & NEED_USAGE), reading);

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

/* What all of the program has cost since the reading before: the screen counts as well. */
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
static bool is_new(const struct wish *before, const struct wish *wish)
{
    if (before->rows != wish->rows)
        return true;
    return before->pid_count &&
           (before->pid_count != wish->pid_count ||
            memcmp(before->pids, wish->pids, wish->pid_count * sizeof wish->pids[0]) != 0);
}

int scanner_read(struct scanner *scanner, const struct wish *wish, struct reading *reading)
{
    int error = 0;

    reading->wish = *wish;
    if (is_new(&scanner->before, wish))
        error = scan_first(scanner, wish, reading);
    if (!error)
        error = scan(scanner, wish, wish->need | NEED_STAT, reading);
    if (!error)
        error = fill_all(scanner, wish->need, &reading->snapshot);
    add_up_cost(scanner, &reading->cost);
    scanner->before = *wish;
    if (error)
        scanner->before.rows = 0;
    reading->error = error;
    return error;
}
