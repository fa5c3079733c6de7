/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scans that follow each other do not ask a thread that has not run again what it waits for, and
 * one that has gone on to another wait they do.
 */
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/source/back_end.h"
#include "lib/source/proc/history/records.h"
#include "lib/source/proc/needs.h"
#include "lib/source/proc/recall.h"
#include "lib/source/proc/system.h"
#include "lib/wait/wait.h"
#include "tests/common/child.h"
#include "tests/common/rows.h"
#include "tests/common/small_thread.h"
#include "tests/common/take_over.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"
#include "tests/unit/source/proc/recall_fixture.h"

#define SLEEPERS 60
#define TURNS    20

/* In the first scans all are asked for their run times; later ones may be so late. */
#define SETTLED 4
#define LATE    3

#define NEEDS (NEED_SYSCALL | NEED_WAIT | NEED_RUN_DELAY | NEED_SWITCHES)

static int turns[2];  /* a pipe: each byte is one */
static pid_t *turner; /* the thread that takes them; shared with its process */
static pid_t child;
static size_t asked, recorded; /* files read for a wait; waits recorded */

TAKE_OVER(int, waits_read_wait, const struct task_reader *reader, const struct task_field *field)
{
    asked++;
    return __real_waits_read_wait(reader, field);
}

TAKE_OVER(int, wait_records_keep, struct wait_records *records, unsigned scan,
          const struct task *task)
{
    recorded++;
    return __real_wait_records_keep(records, scan, task);
}

/* Waits for turns in read(2) and in poll(2), one after the other. */
static void *turn(void *unused)
{
    struct pollfd file = {.fd = turns[0], .events = POLLIN};
    char byte;

    *turner = gettid();
    for (;;) {
        if (read(turns[0], &byte, 1) != 1)
            _exit(EXIT_FAILURE);
        if (poll(&file, 1, -1) < 0 || read(turns[0], &byte, 1) != 1)
            _exit(EXIT_FAILURE);
    }
    return unused;
}

static void be_process(int ready, void *unused)
{
    pthread_t thread;

    for (int i = 0; i < SLEEPERS; i++)
        if (!small_thread_start(&thread, small_thread_sleep_on, NULL))
            _exit(EXIT_FAILURE);
    if (small_thread_start(&thread, turn, NULL) && child_say_ready(ready))
        small_thread_sleep_on(unused);
    _exit(EXIT_FAILURE);
}

static void setup(void)
{
    recall_setup();
    ck_assert_int_eq(pipe(turns), 0);
    turner = child_share(sizeof(pid_t));
    child = child_start(be_process, NULL);
    ck_assert_int_gt(child, 0);
}

static void teardown(void)
{
    child_end(child);
    munmap(turner, sizeof(pid_t));
    recall_teardown();
}

FIXTURE(setup, teardown);

/* Of the thread that takes turns, NULL before it runs; the scan that recalls asked so many. */
static const struct task *scan(struct source *source, struct snapshot *snapshot)
{
    const struct scan_request request = {
        .rows = ROWS_THREADS,
        .need = NEED_STAT,
        .only = &child,
        .only_count = 1,
        .again = source == recalling,
    };

    asked = 0;
    ck_assert_int_eq(source_scan(source, &request, snapshot), 0);
    ck_assert_int_eq(source_fill_all(source, snapshot, NEEDS, NEEDS), 0);
    ck_assert_uint_eq(snapshot->count, 1 + SLEEPERS + 1);
    return find_row(snapshot, *turner);
}

static int waits_for(const struct task *task)
{
    return task ? task->details->sleeps_for : -1;
}

static bool is_same_wait(const struct task *a, const struct task *b)
{
    return a->tid == b->tid && a->state == b->state &&
           a->details->sleeps_for == b->details->sleeps_for &&
           a->details->voluntary_switches == b->details->voluntary_switches &&
           a->details->run_delay_ns == b->details->run_delay_ns && a->details->syscall &&
           b->details->syscall && a->details->syscall->number == b->details->syscall->number;
}

static bool are_same_waits(const struct snapshot *a, const struct snapshot *b)
{
    for (size_t i = 0; i < a->count; i++)
        if (!is_same_wait(&a->tasks[i], &b->tasks[i]))
            return false;
    return true;
}

static bool do_all_wait(enum wait_kind kind, int *seen)
{
    struct snapshot later;
    bool same;

    snapshot_init(&later);
    *seen = waits_for(scan(plain, &fresh));
    scan(plain, &later);
    same = are_same_waits(&fresh, &later);
    snapshot_fini(&later);
    return same && *seen == (int)kind && do_all_sleep(&fresh);
}

/* Until all sleep, and the thread that takes turns for that. */
static void wait_until_all_wait(enum wait_kind kind)
{
    int seen;

    WAIT_UNTIL (do_all_wait(kind, &seen), "thread %d waits for %d, not %d", (int)*turner, seen,
                kind)
        continue;
}

LOOP(who_has_not_run_is_not_asked_again,
     clock_may_fit(true)
         ? 1
         : leave_out("recalling by clocks", "they are not relied on where time is counted as here"))
{
    wait_until_all_wait(WAIT_PIPE);
    for (int i = 0; i < SETTLED; i++)
        scan(recalling, &kept);
    /* Those whose turn it is to be read all the same are few, and so is the leader. */
    ck_assert_uint_le(asked, 1 + SLEEPERS / 4);
    ck_assert(are_same_waits(&kept, &fresh));
}

CASE(who_has_run_is_asked_again)
{
    wait_until_all_wait(WAIT_PIPE);
    for (int i = 0; i < SETTLED; i++)
        scan(recalling, &kept);
    for (int i = 0; i < TURNS; i++) {
        const enum wait_kind kind = i % 2 ? WAIT_PIPE : WAIT_POLL;
        int scans = 1;

        ck_assert_int_eq(write(turns[1], "", 1), 1);
        wait_until_all_wait(kind);
        for (; waits_for(scan(recalling, &kept)) != (int)kind; scans++)
            ck_assert_int_lt(scans, LATE);
        ck_assert(are_same_waits(&kept, &fresh));
    }
}

/* After a scan without waits nobody knows whether who has not run in the next ran in that one. */
CASE(what_was_not_asked_for_is_not_recalled)
{
    const struct scan_request request = {
        .rows = ROWS_THREADS, .need = NEED_STAT, .only = &child, .only_count = 1, .again = true};

    for (int i = 0; i < SETTLED; i++)
        scan(recalling, &kept);
    ck_assert_int_eq(source_scan(recalling, &request, &kept), 0);
    scan(recalling, &kept);
    ck_assert_uint_eq(asked, 1 + SLEEPERS + 1);
}

/* As where BPF lists all: its scans end here, too, but have not begun here. */
CASE(rows_of_another_back_end_leave_nothing)
{
    const struct scan_request request = {
        .rows = ROWS_THREADS, .need = NEED_STAT, .only = &child, .only_count = 1};

    scan(recalling, &kept);
    ck_assert_uint_ge(recorded, 1 + SLEEPERS + 1);
    recorded = 0;
    for (int i = 0; i < SETTLED; i++) {
        ck_assert_int_eq(source_scan(plain, &request, &fresh), 0);
        recalling->ops->scan->end(recalling);
        ck_assert_int_eq(source_fill_all(recalling, &fresh, NEEDS, NEEDS), 0);
    }
    ck_assert_uint_eq(recorded, 0);
}
