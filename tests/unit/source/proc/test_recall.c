/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scans that follow each other, and recall what has not run, find what scans find that stand alone:
 * of this very process, whose threads come and go, and of a child.
 */
#include <check.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/proc/leader_stat.h"
#include "lib/source/proc/recall.h"
#include "lib/source/process_times.h"
#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"
#include "tests/unit/source/proc/recall_fixture.h"

#define THREADS_MAX 128

static struct {
    pthread_t thread;
    pthread_mutex_t gate; /* locked while it is to stay */
    bool there;
} threads[THREADS_MAX];

static void stop(size_t index)
{
    pthread_mutex_unlock(&threads[index].gate);
    ck_assert_int_eq(pthread_join(threads[index].thread, NULL), 0);
    pthread_mutex_destroy(&threads[index].gate);
    threads[index].there = false;
}

static void teardown(void)
{
    for (size_t i = 0; i < THREADS_MAX; i++)
        if (threads[i].there)
            stop(i);
    recall_teardown();
}

static void *wait_for_gate(void *argument)
{
    pthread_mutex_t *gate = argument;

    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

static void start(size_t index)
{
    pthread_mutex_init(&threads[index].gate, NULL);
    pthread_mutex_lock(&threads[index].gate);
    ck_assert_int_eq(
        pthread_create(&threads[index].thread, NULL, wait_for_gate, &threads[index].gate), 0);
    threads[index].there = true;
}

static bool scans_agree(void)
{
    const pid_t self = getpid();
    struct scan_request request = {
        .rows = ROWS_PROCESSES | ROWS_THREADS,
        .need = NEED_STAT | NEED_COMM,
        .only = &self,
        .only_count = 1,
    };

    ck_assert_int_eq(source_scan(plain, &request, &fresh), 0);
    request.again = true;
    ck_assert_int_eq(source_scan(recalling, &request, &kept), 0);
    if (kept.count != fresh.count)
        return false;
    for (size_t i = 0; i < kept.count; i++)
        if (!is_same_task(&kept.tasks[i], &fresh.tasks[i]) || !kept.tasks[i].comm[0])
            return false;
    return true;
}

/* pthread_join() returns before the kernel has removed the thread altogether. */
static void check_scans(void)
{
    WAIT_UNTIL (scans_agree(), "%zu rows recalled, %zu read", kept.count, fresh.count)
        continue;
}

/* What a scan that ended early has read and what it has not are both there in the next one. */
START_TEST(a_scan_that_was_cut_is_made_up_for)
{
    const pid_t self = getpid();
    const struct scan_request request = {
        .rows = ROWS_PROCESSES | ROWS_THREADS,
        .need = NEED_STAT | NEED_COMM,
        .only = &self,
        .only_count = 1,
        .again = true,
        .until_ns = 1,
    };

    for (size_t i = 0; i < THREADS_MAX / 2; i++)
        start(i);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(source_scan(recalling, &request, &kept), 0);
        ck_assert(kept.incomplete);
        ck_assert_uint_eq(kept.count, 1);
        check_scans();
        ck_assert(!kept.incomplete);
        ck_assert_uint_gt(kept.count, THREADS_MAX / 2);
    }
}
END_TEST

START_TEST(threads_come_and_go)
{
    for (size_t i = 0; i < THREADS_MAX / 2; i++)
        start(i);
    for (int i = 0; i < 4; i++)
        check_scans();

    /* One more, one less, one for another, all others for new ones. */
    start(THREADS_MAX / 2);
    check_scans();
    check_scans();
    stop(3);
    check_scans();
    check_scans();
    check_scans();
    stop(4);
    start(5 + THREADS_MAX / 2);
    check_scans();
    check_scans();
    for (size_t i = 0; i < THREADS_MAX; i++) {
        if (threads[i].there)
            stop(i);
        start(i);
        if (i % 16 == 0)
            check_scans();
    }
    check_scans();

    for (size_t i = 0; i < THREADS_MAX; i++)
        stop(i);
    check_scans();
}
END_TEST

/* The row of one process, by a scan that recalls or one that does not. */
static struct task scan_one(struct source *source, pid_t pid, need_t need)
{
    const struct scan_request request = {
        .rows = ROWS_PROCESSES,
        .need = need,
        .only = &pid,
        .only_count = 1,
        .again = source == recalling,
    };
    struct snapshot *snapshot = source == recalling ? &kept : &fresh;

    ck_assert_int_eq(source_scan(source, &request, snapshot), 0);
    ck_assert_uint_eq(snapshot->count, 1);
    return snapshot->tasks[0];
}

static struct task scan_self(struct source *source, need_t need)
{
    return scan_one(source, getpid(), need);
}

/* The first scan is by the file, and those behind it by the clock. */
static struct task turn_to_clock(pid_t pid)
{
    struct task task;

    source_close(recalling);
    recalling = recall_open_source();
    task = scan_one(recalling, pid, NEED_STAT);
    ck_assert(task.have & NEED_USAGE);
    return task;
}

static uint64_t cpu_ns(const struct task *task)
{
    return task->utime_ns + task->stime_ns;
}

/* What is the leader's in either file, or the process's. */
static bool agree(const struct task *a, const struct task *b)
{
    return strcmp(a->comm, b->comm) == 0 && a->state == b->state && a->flags == b->flags &&
           a->priority == b->priority && a->nice == b->nice && a->policy == b->policy &&
           a->exit_signal == b->exit_signal && a->start_ns == b->start_ns &&
           a->process->nlwp == b->process->nlwp && a->process->ppid == b->process->ppid &&
           a->process->sid == b->process->sid && a->process->cminflt == b->process->cminflt &&
           a->process->cutime_ns == b->process->cutime_ns;
}

/* The CPU time is between those of the readings around it. */
static void check_like(const struct task *before, const struct task *task, const struct task *after)
{
    const uint64_t tick_ns = (uint64_t)ns_per_tick();

    ck_assert(agree(task, after));
    ck_assert_uint_eq(cpu_ns(task) % tick_ns, 0);
    ck_assert_uint_ge(cpu_ns(task), cpu_ns(before));
    ck_assert_uint_le(cpu_ns(task), cpu_ns(after) + tick_ns); /* two numbers, each cut */
}

START_TEST(a_process_of_many_threads_is_read_by_its_clock)
{
    struct task before, task, after;

    task = scan_self(recalling, NEED_STAT);
    ck_assert(task.have & NEED_USAGE); /* no reason yet */
    for (size_t i = 0; i < THREADS_MAX; i++)
        start(i);

    /* Unless much was used just between clock and file. */
    before = task;
    WAIT_UNTIL (!(task.have & NEED_USAGE), "by the file, %ju ns", (uintmax_t)cpu_ns(&task)) {
        before = turn_to_clock(getpid());
        task = scan_self(recalling, NEED_STAT);
    }
    for (int i = 0; i < 100; i++) {
        task = scan_self(recalling, NEED_STAT | NEED_COMM);
        after = scan_self(plain, NEED_STAT | NEED_COMM);
        ck_assert(!(task.have & NEED_USAGE));
        check_like(&before, &task, &after);
        before = task;
    }

    /* Faults are asked for: from the process's own file. */
    for (int i = 0; i < 2; i++) {
        before = scan_self(plain, NEED_STAT | NEED_USAGE);
        task = scan_self(recalling, NEED_STAT | NEED_USAGE);
        ck_assert(task.have & NEED_USAGE);
        ck_assert_uint_gt(before.minflt, 0);
        ck_assert_uint_ge(task.minflt, before.minflt);
        ck_assert_uint_ge(task.majflt, before.majflt);
    }
}
END_TEST

/* Has used so much CPU time, and has many threads; says that it is ready, then does nothing. */
static void be_idle(int ready, void *used_ns)
{
    use_cpu_ns(*(const int64_t *)used_ns);
    for (size_t i = 0; i < THREADS_MAX; i++)
        start(i);
    if (child_say_ready(ready))
        pause();
}

/* The row of a process that somebody looks at. */
static struct task look_at(pid_t pid)
{
    const uint64_t key = task_process_key(pid);
    const struct scan_request request = {
        .rows = ROWS_PROCESSES,
        .need = NEED_STAT,
        .only = &pid,
        .only_count = 1,
        .again = true,
        .shown = &key,
        .shown_count = 1,
    };

    ck_assert_int_eq(source_scan(recalling, &request, &kept), 0);
    ck_assert_uint_eq(kept.count, 1);
    return kept.tasks[0];
}

/* Whether it was idle all the time; then by the clock it has used what it had before. */
static bool is_steady(pid_t pid)
{
    struct task before, task;
    uint64_t from_ns, to_ns;

    ck_assert(process_clock_read(pid, &from_ns));
    /* What has not run is not read by the clock either, unless it is looked at. */
    before = turn_to_clock(pid);
    task = look_at(pid);
    ck_assert(!(task.have & NEED_USAGE));
    ck_assert(process_clock_read(pid, &to_ns));
    if (from_ns != to_ns)
        return false;
    ck_assert_uint_eq(cpu_ns(&task), cpu_ns(&before));
    return true;
}

/*
 * How its time falls into ticks, once by user and system time and once by the sum, is different
 * for each child.
 */
START_TEST(an_idle_process_uses_nothing_when_its_clock_is_read)
{
    int64_t used_ns = (3 + 2 * _i) * (NS_PER_S / 1000);
    const pid_t child = child_start(be_idle, &used_ns);

    ck_assert_int_gt(child, 0);
    WAIT_UNTIL (is_steady(child), "%d runs", (int)child)
        continue;
    child_end(child);
}
END_TEST

static Suite *suite(void)
{
    TCase *tests = tcase_create("recall");
    Suite *suite = suite_create("recall");

    tcase_add_checked_fixture(tests, recall_setup, teardown);
    tcase_add_test(tests, threads_come_and_go);
    tcase_add_test(tests, a_scan_that_was_cut_is_made_up_for);
    if (leader_stat_first_trust(true) == CLOCK_BAD) {
        leave_out("reading by clocks", "they are not relied on where time is counted as here");
    } else {
        tcase_add_test(tests, a_process_of_many_threads_is_read_by_its_clock);
        tcase_add_loop_test(tests, an_idle_process_uses_nothing_when_its_clock_is_read, 0, 8);
    }
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return run_suite(suite());
}
