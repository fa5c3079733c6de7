/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What exits, on the running kernel: rows and exited tasks together are all that tasks have used,
 * and nothing counts twice.
 *
 * All names of a case's tasks have the same prefix. Their rows' differences and what ended of them
 * are added up over some readings, and compared with what the kernel says of reaped children. Exits
 * with 77 where it cannot run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/ended/ended.h"
#include "lib/query/delta.h"
#include "lib/source/bpf/ended_probe.h"
#include "tests/bpf/ended_cases.h"
#include "tests/bpf/ended_reading.h"
#include "tests/common/child.h"
#include "tests/common/may_load.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

static struct source *source;

struct case_run {
    const struct ended_case *ended_case;
    char prefix[ENDED_PREFIX_MAX + 1];
    struct ended_reading reading;
    struct delta delta;

    /* What its tasks have used by their rows and by what ended, and how many of them have ended. */
    int64_t rows_ns, ended_ns;
    uint64_t ended_count;

    /* What is to be found, and what the kernel says that it has used. */
    struct ended_size size;
    int64_t reaped_ns;
};

static bool is_ours(const struct case_run *run, const struct task *task)
{
    return task->comm && strncmp(task->comm, run->prefix, strlen(run->prefix)) == 0;
}

static void add_up(struct case_run *run)
{
    const struct snapshot *tasks = &run->reading.snapshot;
    const struct snapshot *rows = &run->reading.rows;

    for (size_t i = 0; i < tasks->count; i++)
        if (is_ours(run, &tasks->tasks[i]))
            run->rows_ns += (int64_t)tasks->tasks[i].delta_cpu_ns;
    for (size_t i = 0; i < rows->count; i++)
        if (is_ours(run, &rows->tasks[i])) {
            run->ended_ns += (int64_t)rows->tasks[i].utime_ns;
            run->ended_count += rows->tasks[i].details->ended->count;
        }
}

static void read_tasks(void *context)
{
    struct case_run *run = context;
    struct snapshot *tasks = &run->reading.snapshot;
    uint64_t interval_ns;
    int result;

    ended_reading_next(&run->reading);
    /* Times are scaled to the interval between scans; without that they are what was used. */
    for (size_t i = 0; i < tasks->count; i++)
        tasks->tasks[i].read_us = 0;
    result = delta_update(&run->delta, tasks, &interval_ns);
    if (result < 0)
        fail("delta_update: %s", strerror(-result));
    add_up(run);
}

static void make_tasks(struct case_run *run)
{
    const int64_t before_ns = ended_case_reaped_ns();

    run->size = ended_case_run(run->ended_case, run->prefix, read_tasks, run);
    run->reaped_ns = ended_case_reaped_ns() - before_ns;
}

static unsigned count_tasks(const struct case_run *run)
{
    return run->reading.threads ? run->size.threads : run->size.processes;
}

/* Others may list a task for a moment after its parent has reaped it. */
static void wait_for_all(struct case_run *run)
{
    read_tasks(run);
    WAIT_UNTIL (run->ended_count >= count_tasks(run), "%ju of %u", (uintmax_t)run->ended_count,
                count_tasks(run))
        read_tasks(run);
    /* A task that counts twice would show here. */
    read_tasks(run);
}

/*
 * Bounds the sum of both. Sums of what ended are exact, but rows have user and system time in
 * whole ticks: what a row has shown may be off by less than two ticks, which is the tolerance.
 * Least is what the tasks have burned: what a task uses after its exit has begun does not count.
 * Most is what the kernel says of reaped children.
 */
static void check_time(const struct case_run *run)
{
    const int64_t sum_ns = run->rows_ns + run->ended_ns;
    const int64_t tolerance_ns = (2 * run->size.shown + 1) * ns_per_tick();
    const int64_t least_ns = run->size.burned_ns - tolerance_ns;
    const int64_t most_ns = run->reaped_ns + tolerance_ns;

    if (sum_ns < least_ns || sum_ns > most_ns)
        fail("%.1f ms used by rows and by what ended, expected %.1f to %.1f",
             (double)sum_ns / NS_PER_MS, (double)least_ns / NS_PER_MS, (double)most_ns / NS_PER_MS);
}

static void judge(const struct case_run *run)
{
    const bool threads = run->reading.threads;

    printf("%s, by %s: %u ended, %.1f ms of rows and %.1f ms of what ended; reaped %.1f ms\n",
           run->ended_case->name, threads ? "thread" : "process", (unsigned)run->ended_count,
           (double)run->rows_ns / NS_PER_MS, (double)run->ended_ns / NS_PER_MS,
           (double)run->reaped_ns / NS_PER_MS);
    if (run->ended_count != count_tasks(run))
        fail("%u tasks have ended, expected %u", (unsigned)run->ended_count, count_tasks(run));
    check_time(run);
}

static void run_case(size_t index, bool threads)
{
    struct case_run run = {.ended_case = &ended_cases[index]};

    /* With an end, or 12 would be the beginning of 123, which may run this at the same time. */
    snprintf(run.prefix, sizeof(run.prefix), "e%zu%c%d.", index, threads ? 't' : 'p', getpid());
    ended_reading_spell(run.prefix);
    ended_reading_open(&run.reading, source, threads);
    read_tasks(&run);
    make_tasks(&run);
    wait_for_all(&run);
    judge(&run);
    ended_reading_close(&run.reading);
    delta_fini(&run.delta);
}

static void run_cases(void)
{
    for (size_t i = 0; i < ENDED_CASES; i++)
        run_case(i, false);
    for (size_t i = 0; i < ENDED_CASES; i++)
        run_case(i, true);
    source_close(source);
}

int main(int argc, char *argv[])
{
    struct buf why = {0};
    int status = EXIT_SUCCESS;

    if (argc == 3 && strcmp(argv[1], ENDED_EXECUTED) == 0)
        ended_case_executed(argv[2]);
    if (!may_load(PROGRAM_ITER, &why) || !ended_probe_is_supported(&why) ||
        source_open(&(struct source_options){.name = "task"}, &source, &why) < 0)
        status = skip(buf_text(&why));
    else
        run_cases();
    buf_fini(&why);
    return status;
}
