/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scans that follow each other, and recall what has not run, find what scans find that stand alone:
 * of this very process, whose threads come and go, and of a child.
 */
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/proc/recall.h"
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

FIXTURE(recall_setup, teardown);

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
CASE(a_scan_that_was_cut_is_made_up_for)
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

CASE(threads_come_and_go)
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
