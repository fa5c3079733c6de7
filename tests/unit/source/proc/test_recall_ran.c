/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is recalled of tasks that have not run is no older than it may be, whatever others do to
 * them; and what is recalled of a process is not shown of another one.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/source/proc/recall.h"
#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/event.h"
#include "tests/common/rows.h"
#include "tests/common/small_thread.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"
#include "tests/unit/source/proc/recall_fixture.h"

#define SLEEPERS 8
#define NEW_NAME "renamed"
#define USED_NS  (200 * NS_PER_MS)

/* Memory that a process of sleeping threads shares with the test. */
struct sleepers {
    pid_t tids[SLEEPERS];
    sem_t done;   /* by each thread that has said its number, and by the leader */
    sem_t rename; /* for the leader, which then renames the first one, */
    sem_t exec;   /* and for the last one, which then starts a program */
};

static struct sleepers *sleepers;
static pid_t child; /* that process */

static void *sleep_on(void *tid)
{
    *(pid_t *)tid = gettid();
    sem_post(&sleepers->done);
    if (tid != &sleepers->tids[SLEEPERS - 1])
        return small_thread_sleep_on(NULL);
    event_wait(&sleepers->exec);
    execlp("sleep", "sleep", "infinity", (char *)NULL);
    _exit(EXIT_FAILURE);
}

/* The leader has used more CPU time than anybody else. */
static void be_asleep(int ready, void *unused)
{
    pthread_t threads[SLEEPERS];

    use_cpu_ns(USED_NS);
    for (int i = 0; i < SLEEPERS; i++) {
        if (pthread_create(&threads[i], NULL, sleep_on, &sleepers->tids[i]) != 0)
            _exit(EXIT_FAILURE);
        event_wait(&sleepers->done);
    }
    if (!child_say_ready(ready))
        return;
    event_wait(&sleepers->rename);
    pthread_setname_np(threads[0], NEW_NAME);
    sem_post(&sleepers->done);
    small_thread_sleep_on(NULL);
}

static void setup(void)
{
    recall_setup();
    sleepers = child_share(sizeof(*sleepers));
    sem_init(&sleepers->done, 1, 0);
    sem_init(&sleepers->rename, 1, 0);
    sem_init(&sleepers->exec, 1, 0);
    child = child_start(be_asleep, NULL);
    ck_assert_int_gt(child, 0);
}

static void teardown(void)
{
    child_end(child);
    munmap(sleepers, sizeof(*sleepers));
    recall_teardown();
}

FIXTURE(setup, teardown);

static void scan(struct source *source, struct snapshot *snapshot)
{
    const struct scan_request request = {
        .rows = ROWS_THREADS,
        .need = NEED_STAT | NEED_COMM | NEED_GROUP_CPU,
        .only = &child,
        .only_count = 1,
        .again = source == recalling,
    };

    ck_assert_int_eq(source_scan(source, &request, snapshot), 0);
}

/* Compares what both sources say of all threads. */
static void expect_same_rows(void)
{
    ck_assert_uint_eq(kept.count, 1 + SLEEPERS);
    ck_assert_uint_eq(fresh.count, 1 + SLEEPERS);
    for (size_t i = 0; i < kept.count; i++) {
        ck_assert(is_same_task(&kept.tasks[i], &fresh.tasks[i]));
        ck_assert_str_eq(kept.tasks[i].comm, fresh.tasks[i].comm);
    }
}

/* What a scan that ended early has read and what it has not are both there in the next one. */
CASE(a_scan_that_was_cut_is_made_up_for)
{
    const struct scan_request request = {
        .rows = ROWS_PROCESSES | ROWS_THREADS,
        .need = NEED_STAT | NEED_COMM,
        .only = &child,
        .only_count = 1,
        .again = true,
        .until_ns = 1,
    };

    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(source_scan(recalling, &request, &kept), 0);
        ck_assert(kept.incomplete);
        ck_assert_uint_eq(kept.count, 1);
        scan(recalling, &kept);
        ck_assert(!kept.incomplete);
        scan(plain, &fresh);
        expect_same_rows();
    }
}

static const struct task *row_of(pid_t tid)
{
    const struct task *row = find_row(&kept, tid);

    ck_assert_msg(row, "no row of %d", tid);
    return row;
}

/* Others change a process that sleeps: seen in the row that is looked at, and soon in any row. */
CASE(what_others_change_is_seen)
{
    const uint64_t key = task_process_key(child);
    struct scan_request request = {
        .rows = ROWS_PROCESSES,
        .need = NEED_STAT,
        .again = true,
        .only = &child,
        .only_count = 1,
    };

    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(source_scan(recalling, &request, &kept), 0);
    ck_assert_int_eq(setpriority(PRIO_PROCESS, (id_t)child, 18), 0);
    request.shown = &key;
    request.shown_count = 1;
    ck_assert_int_eq(source_scan(recalling, &request, &kept), 0);
    ck_assert_int_eq(row_of(child)->nice, 18);

    request.shown_count = 0;
    ck_assert_int_eq(setpriority(PRIO_PROCESS, (id_t)child, 19), 0);
    for (int scans = 0; scans < STAT_SCANS_MAX && row_of(child)->nice != 19; scans++)
        ck_assert_int_eq(source_scan(recalling, &request, &kept), 0);
    ck_assert_int_eq(row_of(child)->nice, 19);
}

static const struct task *scan_for(pid_t tid)
{
    scan(recalling, &kept);
    return row_of(tid);
}

/* Scans until the thread is as expected; fails after so many scans. */
static void expect_soon(pid_t tid, bool (*is_expected)(const struct task *))
{
    const struct task *row = scan_for(tid);

    for (int scans = 0; scans < STAT_SCANS_MAX && !is_expected(row); scans++)
        row = scan_for(tid);
    ck_assert_msg(is_expected(row), "%d is after %d scans still %s, nice %d, policy %d", tid,
                  STAT_SCANS_MAX, row->comm, row->nice, row->policy);
}

static bool is_nicer(const struct task *task)
{
    return task->nice == 18;
}

static bool is_batch(const struct task *task)
{
    return task->policy == SCHED_BATCH;
}

static bool is_renamed(const struct task *task)
{
    return strcmp(task->comm, NEW_NAME) == 0;
}

CASE(what_others_change_of_a_thread_is_seen)
{
    const struct sched_param none = {0};
    const pid_t *const tids = sleepers->tids;

    for (int i = 0; i < SLEEPERS; i++)
        WAIT_UNTIL (scan_for(tids[i])->state == 'S', "%d is awake", (int)tids[i])
            continue; /* whenever it gets a processor */
    ck_assert_int_eq(setpriority(PRIO_PROCESS, (id_t)tids[1], 18), 0);
    expect_soon(tids[1], is_nicer);
    ck_assert_int_eq(sched_setscheduler(tids[2], SCHED_BATCH, &none), 0);
    expect_soon(tids[2], is_batch);
    sem_post(&sleepers->rename);
    event_wait(&sleepers->done);
    expect_soon(tids[0], is_renamed);
}

static bool is_started(void)
{
    scan(plain, &fresh);
    return fresh.count == 1 && strcmp(fresh.tasks[0].comm, "sleep") == 0;
}

/* The leader's number and start stay, its time goes back, and all others are gone. */
CASE(a_program_that_a_thread_starts_is_seen_as_it_is)
{
    for (int i = 0; i < 3; i++)
        scan(recalling, &kept);
    ck_assert_uint_eq(kept.count, 1 + SLEEPERS);
    sem_post(&sleepers->exec);
    WAIT_UNTIL (is_started(), "%zu threads of %s", fresh.count, fresh.tasks[0].comm)
        continue;
    scan(recalling, &kept);
    ck_assert_uint_eq(kept.count, 1);
    ck_assert_str_eq(kept.tasks[0].comm, "sleep");
    ck_assert_uint_lt(kept.tasks[0].utime_ns + kept.tasks[0].stime_ns, USED_NS);
}

/* As many threads, which have used less. */
static void be_another(void)
{
    pthread_t thread;

    for (int i = 0; i < SLEEPERS; i++)
        if (!small_thread_start(&thread, small_thread_sleep_on, NULL))
            _exit(EXIT_FAILURE);
    sem_post(&sleepers->done);
    small_thread_sleep_on(NULL);
}

CASE(a_process_with_the_number_of_another_is_seen_as_it_is)
{
    const pid_t first = child;

    for (int i = 0; i < 3; i++)
        scan(recalling, &kept);
    child_end(child);
    child = child_fork_as(first);
    if (child == 0)
        be_another();
    if (child < 0) {
        leave_out("a number that is given again", strerror(errno));
        child = child_start(be_asleep, NULL); /* for who ends it */
        return;
    }
    event_wait(&sleepers->done);
    scan(recalling, &kept);
    scan(plain, &fresh);
    expect_same_rows();
    for (size_t i = 0; i < kept.count; i++) {
        ck_assert_uint_lt(kept.tasks[i].utime_ns + kept.tasks[i].stime_ns, USED_NS);
        ck_assert_uint_eq(kept.tasks[i].process->exited_ns, 0);
    }
}
