/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The CPU time of top for joining a snapshot of 16,000 threads with the previous one: for %CPU, run
 * queue delay, the usage of exited tasks, and the processes that may have reaped them. In each
 * snapshot a few threads are replaced.
 *
 * The threads are those of 160 processes, and then of 16,000, where the possible reapers take most
 * time. The bars are ratios, which are the same on every machine: of joining to making the
 * snapshot, and of the second case to the first.
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

#define ROWS       16000
#define FIRST      100000
#define GROUP      100 /* threads of a large process */
#define CHANGES    16  /* threads that are replaced */
#define PASSES     20  /* of a run */
#define RUNS       15
#define RATIO_MAX  3.0
#define GROWTH_MAX 2.3

static void add(struct snapshot *snapshot, int group, int i, int scan)
{
    struct task *task = snapshot_add(snapshot);
    const bool changes = i % (ROWS / CHANGES) == 7;
    struct task_details *details = task ? snapshot_add_details(snapshot, task) : NULL;

    if (!details)
        errx(EXIT_FAILURE, "no memory");
    task->have = NEED_STAT | NEED_RUN_DELAY | NEED_SWITCHES;
    task->kind = TASK_THREAD;
    task->tid = FIRST + i * 2 + (changes ? scan % 2 : 0);
    task->tgid = group == 1 ? task->tid : FIRST + i / group * group * 2;
    task->start_ns = changes ? (uint64_t)scan * NS_PER_S : 0;
    task->comm = "worker";
    task->utime_ns = task->runtime_ns = (uint64_t)scan * (uint64_t)i;
    details->run_delay_ns = (int64_t)scan * i;
    details->voluntary_switches = details->forced_switches = scan;
}

static void make(struct snapshot *snapshot, int group, int scan)
{
    snapshot_clear(snapshot);
    snapshot->system.monotonic_ns = snapshot->system.uptime_ns = (uint64_t)scan * NS_PER_S;
    for (int i = 0; i < ROWS; i++)
        add(snapshot, group, i, scan);
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

/* Medians of a pass: making a snapshot, and joining it with the one before. */
struct cost {
    double make_ms, join_ms;
};

/* With so many threads in each process. */
static struct cost measure(int group)
{
    static int scan; /* goes on, as the ledgers do */
    double made[RUNS] = {0}, joined[RUNS] = {0};
    struct snapshot snapshot;

    snapshot_init(&snapshot);
    for (int i = 0; i < RUNS; i++) {
        for (int pass = 0; pass < PASSES; pass++) {
            const double begin = cpu_ms();
            double between;

            make(&snapshot, group, ++scan);
            between = cpu_ms();
            join(&snapshot);
            made[i] += (between - begin) / PASSES;
            joined[i] += (cpu_ms() - between) / PASSES;
        }
    }
    snapshot_fini(&snapshot);
    return (struct cost){median(made, RUNS), median(joined, RUNS)};
}

int main(void)
{
    const struct cost large = measure(GROUP), small = measure(1);
    const double ratio = large.join_ms / large.make_ms, growth = small.join_ms / large.join_ms;
    bool passes;

    printf("making %d rows of %d processes %.2f ms, joining them %.2f ms: %.2f times", ROWS,
           ROWS / GROUP, large.make_ms, large.join_ms, ratio);
    passes = at_most(ratio, RATIO_MAX);
    printf("joining as many of %d processes %.2f ms: %.2f times that", ROWS, small.join_ms, growth);
    passes = at_most(growth, GROWTH_MAX) && passes;
    return passes ? EXIT_SUCCESS : EXIT_FAILURE;
}
