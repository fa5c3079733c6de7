/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scans that keep files open find what scans find that do not: of this very process, whose
 * threads come and go.
 */
#include <check.h>
#include <dirent.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/source/proc/kept.h"
#include "lib/source/source.h"
#include "tests/unit/run.h"

#define THREADS_MAX 64

static struct {
    pthread_t thread;
    pthread_mutex_t gate; /* locked while it is to stay */
    bool there;
} threads[THREADS_MAX];

static struct snapshot kept, fresh;
static struct source *keeping, *plain;

static struct source *open_source(void)
{
    const struct source_options options = {.name = "task"};
    struct source *source = NULL;
    struct buf why = {0};

    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    buf_fini(&why);
    return source;
}

static void setup(void)
{
    snapshot_init(&kept);
    snapshot_init(&fresh);
    keeping = open_source();
    plain = open_source();
}

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
    source_close(keeping);
    source_close(plain);
    snapshot_fini(&kept);
    snapshot_fini(&fresh);
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

/* A thread that was joined may be listed a moment longer: its figures then come to nothing. */
static bool is_same(const struct task *a, const struct task *b)
{
    return a->tid == b->tid && a->kind == b->kind && a->start_ns == b->start_ns;
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
    ck_assert_int_eq(source_scan(keeping, &request, &kept), 0);
    if (kept.count != fresh.count)
        return false;
    for (size_t i = 0; i < kept.count; i++)
        if (!is_same(&kept.tasks[i], &fresh.tasks[i]) || !kept.tasks[i].comm[0])
            return false;
    return true;
}

/* pthread_join() returns before the kernel has let go of the last trace. */
static void check_scans(void)
{
    for (int i = 0; i < 10000; i++) {
        if (scans_agree())
            return;
        sched_yield();
    }
    ck_abort_msg("%zu rows with kept files, %zu without", kept.count, fresh.count);
}

static size_t open_files(void)
{
    DIR *dir = opendir("/proc/self/fd");
    size_t count = 0;

    ck_assert_ptr_nonnull(dir);
    while (readdir(dir))
        count++;
    closedir(dir);
    return count;
}

START_TEST(threads_come_and_go)
{
    size_t files = open_files();

    for (size_t i = 0; i < THREADS_MAX / 2; i++)
        start(i);
    for (int i = 0; i < 4; i++)
        check_scans();
    ck_assert_uint_ge(open_files(), files + THREADS_MAX / 2);

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
    check_scans();
    ck_assert_uint_le(open_files(), files + 4);
}
END_TEST

START_TEST(few_files_may_be_open)
{
    struct rlimit limit;

    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = open_files() + 12;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    source_close(keeping);
    keeping = open_source(); /* learns of the limit, and of no other use of it */
    for (size_t i = 0; i < THREADS_MAX; i++)
        start(i);
    for (int i = 0; i < 3; i++)
        check_scans();
}
END_TEST

START_TEST(a_scan_alone_keeps_nothing)
{
    size_t files = open_files();

    start(0);
    ck_assert(scans_agree());
    source_close(keeping);
    keeping = open_source();
    ck_assert_uint_le(open_files(), files);
}
END_TEST

static Suite *suite(void)
{
    TCase *tests = tcase_create("kept");
    Suite *suite = suite_create("kept");

    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, threads_come_and_go);
    tcase_add_test(tests, few_files_may_be_open);
    tcase_add_test(tests, a_scan_alone_keeps_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return run_suite(suite());
}
