/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What has run is read again by scans that follow each other, and what has not is no older than it
 * may be: of a child, whose threads work when they are told to.
 */
#include <check.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "lib/source/proc/recall.h"
#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/event.h"
#include "tests/common/rows.h"
#include "tests/common/small_thread.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"
#include "tests/unit/source/proc/recall_fixture.h"

#define THREADS_MAX 128

/* A process whose threads work when they are told to, and end. */
struct team {
    volatile unsigned long turns[THREADS_MAX]; /* each thread works while it is not 0, */
    volatile unsigned stop[THREADS_MAX];       /* and ends */
};

struct member {
    struct team *team;
    size_t index;
};

static void *work(void *argument)
{
    const struct timespec nap = {.tv_nsec = 1000000};
    const struct member *member = argument;
    struct team *team = member->team;

    for (; !team->stop[member->index];) {
        if (team->turns[member->index] > 0)
            team->turns[member->index]--;
        else
            nanosleep(&nap, NULL);
    }
    return NULL;
}

static void be_team(int ready, void *team)
{
    static struct member members[THREADS_MAX];
    pthread_t thread;

    for (size_t i = 0; i < THREADS_MAX; i++) {
        members[i] = (struct member){team, i};
        if (pthread_create(&thread, NULL, work, &members[i]) != 0)
            _exit(1);
    }
    if (child_say_ready(ready))
        for (;;)
            pause();
}

static struct team *team;
static pid_t team_pid;

static void start_team(void)
{
    /* cppcheck-suppress invalidFunctionArg ; no file */
    team = mmap(NULL, sizeof(*team), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(team, MAP_FAILED);
    team_pid = child_start(be_team, team);
    ck_assert_int_gt(team_pid, 0);
}

static void end_team(void)
{
    child_end(team_pid);
    munmap(team, sizeof(*team));
}

static void scan_team(struct source *source, struct snapshot *snapshot)
{
    const struct scan_request request = {
        .rows = ROWS_THREADS,
        .need = NEED_STAT | NEED_COMM,
        .only = &team_pid,
        .only_count = 1,
        .again = source == recalling,
    };

    ck_assert_int_eq(source_scan(source, &request, snapshot), 0);
}

/* Whether what is recalled is what reading all of them shows right after that. */
static bool team_agrees(void)
{
    scan_team(recalling, &kept);
    scan_team(plain, &fresh);
    if (kept.count != fresh.count)
        return false;
    for (size_t i = 0; i < kept.count; i++) {
        const struct task *a = &kept.tasks[i];
        const struct task *b = &fresh.tasks[i];

        ck_assert_uint_gt(a->read_us, 0); /* the recalled ones are known to be so by then, too */
        if (!is_same_task(a, b) || a->utime_ns != b->utime_ns || a->stime_ns != b->stime_ns ||
            a->minflt != b->minflt || strcmp(a->comm, b->comm) != 0 || a->nice != b->nice ||
            a->process->nlwp != b->process->nlwp || a->process->ppid != b->process->ppid)
            return false;
    }
    return true;
}

/* They run on a little all the time, so that it may take some scans until two show the same. */
static void check_team(const char *when)
{
    WAIT_UNTIL (team_agrees(), "%s: %zu rows recalled, %zu read", when, kept.count, fresh.count)
        continue;
}

START_TEST(threads_that_work_are_found)
{
    start_team();
    check_team("at first");
    for (size_t i = 0; i < THREADS_MAX; i += 7) {
        team->turns[i] = 3000000;
        WAIT_UNTIL (team->turns[i] == 0, "%lu turns are left", team->turns[i])
            scan_team(recalling, &kept);
        check_team("when one has worked");
    }
    for (size_t i = 0; i < THREADS_MAX; i += 3)
        team->stop[i] = 1;
    check_team("when some have ended");
    end_team();
    scan_team(recalling, &kept);
    ck_assert_uint_eq(kept.count, 0);
}

static int8_t nice_of(const struct snapshot *snapshot, pid_t tid)
{
    const struct task *row = find_row(snapshot, tid);

    ck_assert_msg(row, "no row of %d", tid);
    return row->nice;
}

static void be_still(int ready, void *unused)
{
    (void)unused;
    if (child_say_ready(ready))
        for (;;)
            pause();
}

/* Others change a process that sleeps: seen in the row that is looked at, and soon in any row. */
START_TEST(what_others_change_is_seen)
{
    struct scan_request request = {
        .rows = ROWS_PROCESSES,
        .need = NEED_STAT,
        .again = true,
    };
    const pid_t child = child_start(be_still, NULL);
    const uint64_t key = task_process_key(child);

    ck_assert_int_gt(child, 0);
    request.only = &child;
    request.only_count = 1;
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(source_scan(recalling, &request, &kept), 0);
    ck_assert_int_eq(setpriority(PRIO_PROCESS, (id_t)child, 18), 0);
    request.shown = &key;
    request.shown_count = 1;
    ck_assert_int_eq(source_scan(recalling, &request, &kept), 0);
    ck_assert_int_eq(nice_of(&kept, child), 18);

    request.shown_count = 0;
    ck_assert_int_eq(setpriority(PRIO_PROCESS, (id_t)child, 19), 0);
    for (int scans = 0; scans < STAT_SCANS_MAX && nice_of(&kept, child) != 19; scans++)
        ck_assert_int_eq(source_scan(recalling, &request, &kept), 0);
    ck_assert_int_eq(nice_of(&kept, child), 19);
    child_end(child);
}

/* --- threads that sleep while others change them --- */

#define SLEEPERS 8
#define NEW_NAME "renamed"

/* Memory that a process of sleeping threads shares with the test. */
struct sleepers {
    pid_t tids[SLEEPERS];
    sem_t done;   /* by each thread that has said its number, and by the leader */
    sem_t rename; /* for the leader, which then renames the first one */
};

static struct sleepers *sleepers;

static void *sleep_on(void *tid)
{
    *(pid_t *)tid = gettid();
    sem_post(&sleepers->done);
    return small_thread_sleep_on(NULL);
}

static void be_asleep(int ready, void *unused)
{
    pthread_t threads[SLEEPERS];

    (void)unused;
    for (int i = 0; i < SLEEPERS; i++) {
        if (pthread_create(&threads[i], NULL, sleep_on, &sleepers->tids[i]) != 0)
            _exit(1);
        event_wait(&sleepers->done);
    }
    if (!child_say_ready(ready))
        return;
    event_wait(&sleepers->rename);
    pthread_setname_np(threads[0], NEW_NAME);
    sem_post(&sleepers->done);
    for (;;)
        pause();
}

static pid_t start_sleepers(void)
{
    pid_t child;

    sleepers =
        /* cppcheck-suppress invalidFunctionArg ; no file */
        mmap(NULL, sizeof(*sleepers), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(sleepers, MAP_FAILED);
    sem_init(&sleepers->done, 1, 0);
    sem_init(&sleepers->rename, 1, 0);
    child = child_start(be_asleep, NULL);
    ck_assert_int_gt(child, 0);
    return child;
}

static const struct task *scan_for(pid_t child, pid_t tid)
{
    const struct scan_request request = {
        .rows = ROWS_THREADS,
        .need = NEED_STAT | NEED_COMM,
        .only = &child,
        .only_count = 1,
        .again = true,
    };
    const struct task *row;

    ck_assert_int_eq(source_scan(recalling, &request, &kept), 0);
    row = find_row(&kept, tid);
    ck_assert_msg(row, "no row of %d", tid);
    return row;
}

/* Scans until the thread is as expected; fails after so many scans. */
static void expect_soon(pid_t child, pid_t tid, bool (*is_expected)(const struct task *))
{
    const struct task *row = scan_for(child, tid);

    for (int scans = 0; scans < STAT_SCANS_MAX && !is_expected(row); scans++)
        row = scan_for(child, tid);
    ck_assert_msg(is_expected(row), "%d is after %d scans still %s, nice %d, policy %d", tid,
                  STAT_SCANS_MAX, row->comm, row->nice, row->policy);
}

static bool is_asleep(const struct task *task)
{
    return task->state == 'S';
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

START_TEST(what_others_change_of_a_thread_is_seen)
{
    const struct sched_param none = {0};
    const pid_t child = start_sleepers();
    const pid_t *const tids = sleepers->tids;

    for (int i = 0; i < SLEEPERS; i++)
        WAIT_UNTIL (is_asleep(scan_for(child, tids[i])), "%d is awake", (int)tids[i])
            continue; /* whenever it gets a processor */
    ck_assert_int_eq(setpriority(PRIO_PROCESS, (id_t)tids[1], 18), 0);
    expect_soon(child, tids[1], is_nicer);
    ck_assert_int_eq(sched_setscheduler(tids[2], SCHED_BATCH, &none), 0);
    expect_soon(child, tids[2], is_batch);
    sem_post(&sleepers->rename);
    event_wait(&sleepers->done);
    expect_soon(child, tids[0], is_renamed);
    child_end(child);
    munmap(sleepers, sizeof(*sleepers));
}

TESTS("recall_ran", FIXTURE(recall_setup, recall_teardown), CASE(threads_that_work_are_found),
      CASE(what_others_change_is_seen), CASE(what_others_change_of_a_thread_is_seen))
