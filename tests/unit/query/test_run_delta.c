/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/query/run_delta.h"

#include <check.h>

#include "lib/base/units.h"
#include "tests/unit/run.h"

static struct run_delta delta;
static struct snapshot snapshot;

static void setup(void)
{
    snapshot_init(&snapshot);
}

static void teardown(void)
{
    run_delta_fini(&delta);
    snapshot_fini(&snapshot);
}

/* Begins a snapshot at this many seconds after boot. */
static void begin(uint64_t second)
{
    snapshot_clear(&snapshot);
    snapshot.system.monotonic_ns = second * NS_PER_S;
}

/* -1: a figure that could not be read. */
static void add(int tid, uint64_t start_s, int64_t delay_s, int64_t switches)
{
    struct task *task = snapshot_add(&snapshot);
    struct task_details *details = task ? snapshot_add_details(&snapshot, task) : NULL;

    ck_assert_ptr_nonnull(details);
    task->tid = task->tgid = tid;
    task->have = NEED_STAT | NEED_RUN_DELAY | NEED_SWITCHES;
    task->start_ns = start_s * NS_PER_S;
    details->run_delay_ns = delay_s < 0 ? -1 : delay_s * NS_PER_S;
    details->voluntary_switches = switches;
    details->forced_switches = switches < 0 ? -1 : 2 * switches;
}

static const struct task_details *updated(void)
{
    ck_assert_int_eq(run_delta_update(&delta, &snapshot), 0);
    return snapshot.tasks[0].details;
}

START_TEST(the_first_has_no_past)
{
    const struct task_details *details;

    begin(1000);
    add(5, 10, 300, 7);
    details = updated();
    ck_assert_int_eq(details->run_queue_ns, -1);
    ck_assert_int_eq(details->new_voluntary, -1);
    ck_assert_int_eq(details->new_forced, -1);
}
END_TEST

START_TEST(figures_grow)
{
    const struct task_details *details;

    begin(1000);
    add(6, 10, 1, 1);
    add(5, 10, 300, 7);
    updated();
    begin(1004);
    add(5, 10, 301, 17);
    add(6, 10, 1, 1);
    details = updated();
    ck_assert_int_eq(details->run_queue_ns, NS_PER_S / 4);
    ck_assert_int_eq(details->new_voluntary, 10);
    ck_assert_int_eq(details->new_forced, 20);
    ck_assert_int_eq(snapshot.tasks[1].details->run_queue_ns, 0);
}
END_TEST

START_TEST(others_have_no_past)
{
    begin(1000);
    add(5, 10, 300, 7);
    updated();
    begin(1001);
    add(5, 11, 301, 8); /* the number is another task's by now */
    ck_assert_int_eq(updated()->new_voluntary, -1);
    begin(1002);
    add(5, 11, -1, -1);
    ck_assert_int_eq(updated()->run_queue_ns, -1);
    begin(1003);
    add(5, 11, 302, 9);
    ck_assert_int_eq(updated()->new_voluntary, -1);
    begin(1004);
    add(5, 11, 301, 8);
    ck_assert_int_eq(updated()->new_voluntary, 0);
}
END_TEST

START_TEST(rows_without_figures_are_left_alone)
{
    begin(1000);
    ck_assert_ptr_nonnull(snapshot_add(&snapshot));
    ck_assert_ptr_null(updated());
    snapshot_clear(&snapshot);
    ck_assert_int_eq(run_delta_update(&delta, &snapshot), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("run_delta");
    TCase *tests = tcase_create("run_delta");

    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, the_first_has_no_past);
    tcase_add_test(tests, figures_grow);
    tcase_add_test(tests, others_have_no_past);
    tcase_add_test(tests, rows_without_figures_are_left_alone);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
