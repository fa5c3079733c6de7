/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What ended, on the running kernel: rows and ended tasks together are what tasks have used, each
 * time once, within a tick for each task.
 *
 *   ended          counted by programs of its own, as root
 *   ended pinned   by those that an administrator has pinned, as an ordinary user
 *
 * All tasks of a case have names with the same beginning. Their rows' differences and what ended of
 * them are added up over some readings, and compared with what the kernel says of reaped children.
 * Exits with 77 where it cannot run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/ended/ended.h"
#include "lib/query/delta.h"
#include "lib/source/bpf/ended_hooks.h"
#include "lib/source/source.h"
#include "tests/bpf/ended_cases.h"
#include "tests/bpf/own_run.h"
#include "tests/common/child.h"
#include "tests/common/verdict.h"

static char prefix[ENDED_PREFIX_MAX + 1];
static struct source *source;
static bool threads_mode;
static bool pinned;

/* One case. */
static struct ended *ended;
static struct delta delta;
static struct snapshot snapshot, ended_rows;
static int64_t rows_ns, ended_ns;
static uint64_t ended_count;

static bool is_ours(const struct task *task)
{
    return task->comm && strncmp(task->comm, prefix, strlen(prefix)) == 0;
}

static void add_up(void)
{
    for (size_t i = 0; i < snapshot.count; i++)
        if (is_ours(&snapshot.tasks[i]))
            rows_ns += (int64_t)snapshot.tasks[i].delta_cpu_ns;
    for (size_t i = 0; i < ended_rows.count; i++)
        if (is_ours(&ended_rows.tasks[i])) {
            ended_ns += (int64_t)ended_rows.tasks[i].utime_ns;
            ended_count += ended_rows.tasks[i].details->ended->count;
        }
}

/* A reading, as top makes one for each frame. */
static void read_tasks(void)
{
    const struct scan_request request = {
        .rows = threads_mode ? ROWS_THREADS : ROWS_PROCESSES,
        .need = ENDED_NEED,
        .again = true,
    };
    uint64_t interval_ns;
    int result = ended_begin(ended);

    if (result == 0)
        result = source_scan(source, &request, &snapshot);
    /* Times are scaled to the interval between scans; without that they are what was used. */
    for (size_t i = 0; i < snapshot.count; i++)
        snapshot.tasks[i].read_us = 0;
    if (result == 0)
        result = ended_update(ended, &snapshot);
    if (result == 0)
        result = delta_update(&delta, &snapshot, &interval_ns);
    snapshot_clear(&ended_rows);
    if (result == 0)
        result = ended_put_rows(ended, &ended_rows);
    if (result < 0)
        die("a reading", result);
    add_up();
}

static int64_t reaped_ns(void)
{
    struct rusage usage;

    getrusage(RUSAGE_CHILDREN, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * NS_PER_S +
           (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
}

/* The kernel frees tasks a little later, so readings go on until it has freed all. */
static void run_case(size_t index)
{
    const struct ended_options options = {.threads = threads_mode};
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);
    const int64_t reaped_before_ns = reaped_ns();
    struct buf why = {0};
    struct ended_size size;
    unsigned tasks;
    int64_t used_ns;
    long long sum_ns;

    snprintf(prefix, sizeof(prefix), "e%zu%c%d", index, threads_mode ? 't' : 'p', getpid());
    rows_ns = ended_ns = 0;
    ended_count = 0;
    if (ended_open(&options, &ended, &why) < 0)
        die("no memory", 0);
    read_tasks();
    size = ended_case_run(&ended_cases[index], prefix, read_tasks);
    used_ns = reaped_ns() - reaped_before_ns;
    tasks = threads_mode ? size.threads : size.processes;
    do
        read_tasks();
    while (ended_count < tasks && is_patient(start_ns));
    /* None of them twice. */
    read_tasks();
    ended_close(ended);
    buf_fini(&why);
    delta_fini(&delta);
    sum_ns = rows_ns + ended_ns;
    printf("%s, by %s: %u ended, %.1f ms of rows and %.1f ms of what ended; reaped %.1f ms\n",
           ended_cases[index].name, threads_mode ? "thread" : "process", (unsigned)ended_count,
           (double)rows_ns / NS_PER_MS, (double)ended_ns / NS_PER_MS, (double)used_ns / NS_PER_MS);
    if (ended_count != tasks)
        die("another number has ended", (long long)ended_count);
    /* Without records of single threads, what was shown of one that took another's number waits. */
    if (pinned && threads_mode && ended_cases[index].exchanges)
        return;
    if (llabs(sum_ns - used_ns) > (int64_t)size.threads * ns_per_tick())
        die("another time was used, ns", sum_ns);
}

/*
 * Where the kernel says only sums, what was shown of a task may be taken off another one with a
 * parent of the same name. Nobody else's parent has this one.
 */
static void take_name_of_its_own(void)
{
    char name[16];

    snprintf(name, sizeof(name), "by%d", getpid());
    prctl(PR_SET_NAME, name);
}

static bool kernel_counts(struct buf *why)
{
    bool counted = false;

    if (ended_open(&(struct ended_options){0}, &ended, why) < 0)
        return false;
    counted = ended_is_counted(ended);
    ended_close(ended);
    return counted;
}

/* False, with a line in `why`, where nothing can be pinned. */
static bool pin(struct buf *why)
{
    if (!ended_hooks_are_supported(why))
        return false;
    if (!own_run_mount()) {
        buf_puts(why, "no mount namespaces here");
        return false;
    }
    own_run_pin();
    own_run_become_user();
    return true;
}

int main(int argc, char *argv[])
{
    struct buf why = {0};

    if (argc == 3 && strcmp(argv[1], ENDED_AS_STARTED) == 0)
        ended_case_be_started(argv[2]);
    pinned = argc == 2 && strcmp(argv[1], "pinned") == 0;
    take_name_of_its_own();
    if (pinned && !pin(&why))
        return skip(buf_text(&why));
    if (!kernel_counts(&why)) {
        if (pinned)
            die("what is pinned is not used", 0);
        return skip(buf_text(&why));
    }
    if (source_open(&(struct source_options){.name = "task"}, &source, &why) < 0)
        return skip(buf_text(&why));
    snapshot_init(&snapshot);
    snapshot_init(&ended_rows);
    for (int by_thread = 0; by_thread < 2; by_thread++) {
        threads_mode = by_thread;
        for (size_t i = 0; i < ENDED_CASES; i++)
            run_case(i);
    }
    source_close(source);
    snapshot_fini(&snapshot);
    snapshot_fini(&ended_rows);
    buf_fini(&why);
    return EXIT_SUCCESS;
}
