/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What ended, on the running kernel: rows and ended tasks together are what tasks have used, each
 * time once, within a tick for each task.
 *
 *   ended
 *
 * All tasks of a case have names with the same beginning. Their rows' differences and what ended of
 * them are added up over some readings, and compared with what the kernel says of reaped children.
 * Exits with 77 where it cannot run.
 */
#include <pthread.h>
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
#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/verdict.h"

/* What the first argument says where this program is what a thread starts. */
#define AS_STARTED "started"

static char prefix[16];
static struct source *source;
static bool threads_mode;

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

/* Names the calling thread as one of the case. */
static void take_name(char suffix)
{
    char name[sizeof(prefix) + 1];
    const size_t len = strlen(prefix);

    memcpy(name, prefix, len);
    name[len] = suffix;
    name[len + 1] = '\0';
    prctl(PR_SET_NAME, name);
}

static int64_t reaped_ns(void)
{
    struct rusage usage;

    getrusage(RUSAGE_CHILDREN, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * NS_PER_S +
           (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
}

static void reap(pid_t child)
{
    if (waitpid(child, NULL, 0) != child)
        die("a child is gone", child);
}

/* What is between two readings of its parent. */
static void wait_for_parent(int from)
{
    char byte;

    if (read(from, &byte, 1) != 1)
        _exit(1);
}

/* Runs `be` in a child: it uses processor time, says so, waits for the reading, and goes on. */
static pid_t start(void (*be)(int said, int told), int *say, int *tell)
{
    int said[2], told[2];
    pid_t child;

    if (pipe(said) < 0 || pipe(told) < 0)
        die("pipes", 0);
    child = child_fork();
    if (child < 0)
        die("a fork", 0);
    if (child == 0) {
        take_name('p');
        be(said[1], told[0]);
        _exit(0);
    }
    close(said[1]);
    close(told[0]);
    *say = said[0];
    *tell = told[1];
    return child;
}

/* How many tasks of each kind a case has. */
struct size {
    unsigned processes, threads;
};

static void use_around(int said, int told)
{
    use_cpu_ns(30 * NS_PER_MS);
    child_say_ready(said);
    wait_for_parent(told);
    use_cpu_ns(20 * NS_PER_MS);
}

static void read_between(void (*be)(int said, int told))
{
    int say, tell;
    char byte;
    const pid_t child = start(be, &say, &tell);

    if (read(say, &byte, 1) != 1)
        die("a child has not started", child);
    read_tasks();
    if (write(tell, "", 1) != 1)
        die("a child does not go on", child);
    reap(child);
    close(say);
    close(tell);
}

static struct size storm_of_processes(void)
{
    const struct size size = {.processes = 300, .threads = 300};

    for (unsigned i = 0; i < size.processes; i++) {
        const pid_t child = child_fork();

        if (child == 0) {
            take_name('p');
            use_cpu_ns(NS_PER_MS / 2);
            _exit(0);
        }
        reap(child);
        if (i % 100 == 50)
            read_tasks();
    }
    return size;
}

static struct size lives_over_a_reading(void)
{
    read_between(use_around);
    return (struct size){.processes = 1, .threads = 1};
}

static void *use_little(void *nothing)
{
    take_name('t');
    use_cpu_ns(NS_PER_MS / 2);
    return nothing;
}

static void make_threads(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        pthread_t thread;

        if (pthread_create(&thread, NULL, use_little, NULL) == 0)
            pthread_join(thread, NULL);
    }
}

#define STORM 150

static void storm_around(int said, int told)
{
    make_threads(STORM);
    child_say_ready(said);
    wait_for_parent(told);
    make_threads(STORM);
}

static struct size storm_of_threads(void)
{
    read_between(storm_around);
    return (struct size){.processes = 1, .threads = 2 * STORM + 1};
}

/* The ends of the pipes for what a thread does. */
struct ends {
    int said, told;
};

static void *outlive(void *argument)
{
    const struct ends *ends = argument;

    take_name('t');
    use_around(ends->said, ends->told);
    _exit(0);
}

static void leader_first(int said, int told)
{
    static struct ends ends; /* which outlives the leader's stack */
    pthread_t thread;

    ends = (struct ends){said, told};
    use_cpu_ns(10 * NS_PER_MS);
    if (pthread_create(&thread, NULL, outlive, &ends) != 0)
        _exit(1);
    pthread_exit(NULL);
}

static struct size leader_ends_first(void)
{
    read_between(leader_first);
    return (struct size){.processes = 1, .threads = 2};
}

static void *start_program(void *argument)
{
    const struct ends *ends = argument;

    take_name('t');
    use_around(ends->said, ends->told);
    execl("/proc/self/exe", prefix, AS_STARTED, prefix, (char *)NULL);
    _exit(1);
}

static void thread_starts_program(int said, int told)
{
    struct ends ends = {said, told};
    pthread_t thread;

    use_cpu_ns(40 * NS_PER_MS);
    if (pthread_create(&thread, NULL, start_program, &ends) != 0)
        _exit(1);
    for (;;)
        pause();
}

static struct size exec_by_a_thread(void)
{
    read_between(thread_starts_program);
    return (struct size){.processes = 1, .threads = 2};
}

static const struct {
    const char *name;
    struct size (*run)(void);
} cases[] = {
    {"a storm of short processes", storm_of_processes},
    {"a process that lives over a reading", lives_over_a_reading},
    {"a storm of short threads", storm_of_threads},
    {"a leader that ends before its threads", leader_ends_first},
    {"a program started by a thread", exec_by_a_thread},
};

/* The kernel frees tasks a little later, so readings go on until it has freed all. */
static void run_case(size_t index)
{
    const struct ended_options options = {.threads = threads_mode};
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);
    const int64_t reaped_before_ns = reaped_ns();
    struct buf why = {0};
    struct size size;
    unsigned tasks;
    int64_t used_ns;
    long long sum_ns;

    snprintf(prefix, sizeof(prefix), "e%zu%c%d", index, threads_mode ? 't' : 'p', getpid());
    rows_ns = ended_ns = 0;
    ended_count = 0;
    if (ended_open(&options, &ended, &why) < 0)
        die("no memory", 0);
    read_tasks();
    size = cases[index].run();
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
           cases[index].name, threads_mode ? "thread" : "process", (unsigned)ended_count,
           (double)rows_ns / NS_PER_MS, (double)ended_ns / NS_PER_MS, (double)used_ns / NS_PER_MS);
    if (ended_count != tasks)
        die("another number has ended", (long long)ended_count);
    if (llabs(sum_ns - used_ns) > (int64_t)size.threads * ns_per_tick())
        die("another time was used, ns", sum_ns);
}

/* The program that a thread of a case has started; what checks for leaks at exit is a task, too. */
static noreturn void be_started(const char *name)
{
    prctl(PR_SET_NAME, name);
    use_cpu_ns(5 * NS_PER_MS);
    _exit(EXIT_SUCCESS);
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

int main(int argc, char *argv[])
{
    struct buf why = {0};

    if (argc == 3 && strcmp(argv[1], AS_STARTED) == 0)
        be_started(argv[2]);
    if (!kernel_counts(&why))
        return skip(buf_text(&why));
    if (source_open(&(struct source_options){.name = "task"}, &source, &why) < 0)
        return skip(buf_text(&why));
    snapshot_init(&snapshot);
    snapshot_init(&ended_rows);
    for (int by_thread = 0; by_thread < 2; by_thread++) {
        threads_mode = by_thread;
        for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
            run_case(i);
    }
    source_close(source);
    snapshot_fini(&snapshot);
    snapshot_fini(&ended_rows);
    buf_fini(&why);
    return EXIT_SUCCESS;
}
