/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The CPU time of top for joining a snapshot of 16,000 threads with the previous one: %CPU, run
 * queue delay, the usage shown for exited tasks, and the processes that may have reaped them. In
 * each snapshot some threads are missing and some are new. The bar is relative to making the
 * snapshot out of figures in memory, so that it is the same on every machine.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/figures.h"
#include "lib/base/units.h"
#include "lib/ended/reaped.h"
#include "lib/ended/seen.h"
#include "lib/query/delta.h"
#include "lib/task/snapshot.h"

#define ROWS    16000
#define FIRST   100000
#define GROUP   100 /* threads of a process */
#define CHANGES 16  /* threads that are replaced */
#define PASSES  20  /* of a run */
#define RUNS    15
#define BAR     3.0 /* times making the rows */

static void add(struct snapshot *snapshot, int i, int scan)
{
    struct task *task = snapshot_add(snapshot);
    const bool changes = i % (ROWS / CHANGES) == 7;
    struct task_details *details = task ? snapshot_add_details(snapshot, task) : NULL;

    if (!details)
        errx(EXIT_FAILURE, "no memory");
    task->have = NEED_STAT | NEED_RUN_DELAY | NEED_SWITCHES;
    task->kind = TASK_THREAD;
    task->tgid = FIRST + i / GROUP * GROUP * 2;
    task->tid = FIRST + i * 2 + (changes ? scan % 2 : 0);
    task->start_ns = changes ? (uint64_t)scan * NS_PER_S : 0;
    task->comm = "worker";
    task->utime_ns = task->runtime_ns = (uint64_t)scan * (uint64_t)i;
    details->run_delay_ns = (int64_t)scan * i;
    details->voluntary_switches = details->forced_switches = scan;
}

static void make(struct snapshot *snapshot, int scan)
{
    snapshot_clear(snapshot);
    snapshot->system.monotonic_ns = snapshot->system.uptime_ns = (uint64_t)scan * NS_PER_S;
    for (int i = 0; i < ROWS; i++)
        add(snapshot, i, scan);
}

static struct delta delta;
static struct seen_lists seen;
static struct ledger living;

/* As large as a row of infer.c. */
struct living_row {
    struct reaper reaper;
    uint64_t counted_ns;
    bool exits[4];
};

static void join(struct snapshot *snapshot)
{
    uint64_t interval_ns;

    if (seen_update(&seen, snapshot) < 0 ||
        seen_take_living(&seen, &living, sizeof(struct living_row)) < 0 ||
        delta_update(&delta, snapshot, &interval_ns) < 0 ||
        delta_update_details(&delta, snapshot) < 0)
        errx(EXIT_FAILURE, "no memory");
}

int main(void)
{
    static double made[RUNS], joined[RUNS];
    struct snapshot snapshot;
    int scan = 1;
    double make_ms, join_ms, ratio;

    snapshot_init(&snapshot);
    for (int i = 0; i < RUNS; i++) {
        for (int pass = 0; pass < PASSES; pass++) {
            const double begin = cpu_ms();
            double between;

            make(&snapshot, scan++);
            between = cpu_ms();
            join(&snapshot);
            made[i] += (between - begin) / PASSES;
            joined[i] += (cpu_ms() - between) / PASSES;
        }
    }
    snapshot_fini(&snapshot);
    make_ms = median(made, RUNS);
    join_ms = median(joined, RUNS);
    ratio = join_ms / make_ms;
    printf("making %d rows %.2f ms, joining them %.2f ms: %.2f times", ROWS, make_ms, join_ms,
           ratio);
    return at_most(ratio, BAR) ? EXIT_SUCCESS : EXIT_FAILURE;
}
