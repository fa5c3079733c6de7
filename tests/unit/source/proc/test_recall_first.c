/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The first of scans that follow each other reads a process of many threads by its CPU clock, and
 * others by their files. How many threads the host has is made up.
 */
#include <check.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/source/host_size.h"
#include "lib/source/proc/leader_stat.h"
#include "lib/source/process_times.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/event.h"
#include "tests/common/small_thread.h"
#include "tests/common/take_over.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"
#include "tests/unit/source/proc/recall_fixture.h"

#define MANY 600 /* threads, enough for the clock */
#define FEW  300

#define HOST_TASKS 1000000

static pid_t child;

TAKE_OVER(bool, host_size_read_at, int procfs, struct host_size *size)
{
    const bool is_known = __real_host_size_read_at(procfs, size);

    size->tasks = HOST_TASKS;
    return is_known;
}

/* By each thread of the child, just before it sleeps. */
static sem_t started;

static void *say_and_sleep(void *unused)
{
    sem_post(&started);
    return small_thread_sleep_on(unused);
}

/* A process of so many threads that has used a few ticks. */
static void be_process(int ready, void *count)
{
    const int others = *(const int *)count - 1;
    pthread_t thread;

    use_cpu_ns(30 * NS_PER_MS);
    sem_init(&started, 0, 0);
    for (int i = 0; i < others; i++)
        if (!small_thread_start(&thread, say_and_sleep, NULL))
            _exit(EXIT_FAILURE);
    for (int i = 0; i < others; i++)
        event_wait(&started);
    if (child_say_ready(ready))
        small_thread_sleep_on(NULL);
    _exit(EXIT_FAILURE);
}

/* Whether all its threads sleep, and slept while they were looked at. */
static bool is_idle(void)
{
    uint64_t from_ns, to_ns;

    ck_assert(process_clock_read(child, &from_ns));
    if (!recall_all_sleep(child))
        return false;
    ck_assert(process_clock_read(child, &to_ns));
    return from_ns == to_ns;
}

static void start(int count)
{
    child = child_start(be_process, &count);
    ck_assert_int_gt(child, 0);
    WAIT_UNTIL (is_idle(), "%d runs", (int)child)
        continue;
}

static void teardown(void)
{
    child_end(child);
    recall_teardown();
}

/* The child's row of a scan of the host. */
static struct task scan(struct source *source, need_t need, struct snapshot *snapshot)
{
    const struct scan_request request = {
        .rows = ROWS_PROCESSES,
        .need = need,
        .again = source == recalling,
    };
    const struct task *row;

    ck_assert_int_eq(source_scan(source, &request, snapshot), 0);
    row = snapshot_find(snapshot, &(struct task){.tgid = child, .kind = TASK_PROCESS});
    ck_assert_ptr_nonnull(row);
    return *row;
}

static uint64_t cpu_ns(const struct task *task)
{
    return task->utime_ns + task->stime_ns;
}

START_TEST(many_threads_by_the_clock)
{
    struct task first, second, file;

    start(MANY);
    first = scan(recalling, NEED_STAT, &kept);
    ck_assert(!(first.have & NEED_USAGE));
    ck_assert_int_eq(first.process->nlwp, MANY);
    ck_assert_int_eq(first.process->ppid, getpid());
    second = scan(recalling, NEED_STAT, &kept);
    ck_assert(!(second.have & NEED_USAGE));
    ck_assert_uint_eq(cpu_ns(&second), cpu_ns(&first));

    /* Of which each of two numbers is cut to ticks. */
    file = scan(plain, NEED_STAT | NEED_USAGE, &fresh);
    ck_assert_uint_gt(cpu_ns(&file), 0);
    ck_assert_uint_ge(cpu_ns(&first), cpu_ns(&file));
    ck_assert_uint_le(cpu_ns(&first), cpu_ns(&file) + (uint64_t)ns_per_tick());
}
END_TEST

START_TEST(few_threads_by_the_file)
{
    struct task first;

    start(FEW);
    first = scan(recalling, NEED_STAT, &kept);
    ck_assert(first.have & NEED_USAGE);
    ck_assert_int_eq(first.process->nlwp, FEW);
}
END_TEST

START_TEST(faults_by_the_file)
{
    struct task first;

    start(MANY);
    first = scan(recalling, NEED_STAT | NEED_USAGE, &kept);
    ck_assert(first.have & NEED_USAGE);
    ck_assert_uint_gt(first.minflt, 0);
}
END_TEST

static Suite *suite(void)
{
    TCase *tests = tcase_create("recall_first");
    Suite *suite = suite_create("recall_first");

    tcase_add_checked_fixture(tests, recall_setup, teardown);
    tcase_add_test(tests, few_threads_by_the_file);
    tcase_add_test(tests, faults_by_the_file);
    if (leader_stat_first_trust(true) == CLOCK_BAD)
        leave_out("reading by clocks", "they are not relied on where time is counted as here");
    else
        tcase_add_test(tests, many_threads_by_the_clock);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return run_suite(suite());
}
