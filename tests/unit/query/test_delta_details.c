/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of struct task_details between two snapshots: run delay, context switches, I/O, growth.
 */
#include <check.h>

#include "tests/unit/query/delta_fixture.h"
#include "tests/unit/run.h"

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
    uint64_t interval_ns;

    ck_assert_int_eq(delta_update(&delta, &snapshot, &interval_ns), 0);
    ck_assert_int_eq(delta_update_details(&delta, &snapshot), 0);
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
    ck_assert_int_eq(updated()->new_voluntary, -1); /* it went back */
}

/* While the columns are hidden nothing is read, and what was read before is too old. */
START_TEST(figures_are_of_the_last_snapshot)
{
    begin(1000);
    add(5, 10, 300, 7);
    updated();
    begin(1001);
    add(5, 10, 301, 8);
    snapshot.tasks[0].have = NEED_STAT;
    updated();
    begin(1002);
    add(5, 10, 302, 9);
    ck_assert_int_eq(updated()->new_voluntary, -1);
    begin(1003);
    add(5, 10, 303, 10);
    ck_assert_int_eq(updated()->new_voluntary, 1);
}

static struct task_io io;

/* A task with these bytes read, twice as many written, as many calls of each kind, and this size.
 */
static void add_io(int tid, uint64_t bytes, uint64_t rss_kib)
{
    struct task *task = snapshot_add(&snapshot);
    struct task_details *details = task ? snapshot_add_details(&snapshot, task) : NULL;
    const struct process process = {.rss_kib = rss_kib};

    ck_assert_ptr_nonnull(details);
    task->tid = task->tgid = tid;
    task->have = NEED_STAT | NEED_MEM | NEED_IO | NEED_GROWTH;
    task->start_ns = 10 * NS_PER_S;
    io = (struct task_io){
        .read_bytes = bytes, .write_bytes = 2 * bytes, .read_calls = bytes, .write_calls = bytes};
    details->io = &io;
    ck_assert_int_eq(snapshot_set_process(&snapshot, task, &process), 0);
}

START_TEST(io_and_memory_grow)
{
    const struct task_details *details;

    begin(1000);
    add_io(5, 100, 5000);
    details = updated();
    ck_assert_int_eq(details->new_read, -1);
    ck_assert_int_eq(details->new_written, -1);
    ck_assert_int_eq(details->new_io_calls, -1);
    ck_assert_int_eq(details->rss_growth_kib, NUMBER_UNKNOWN);
    begin(1002);
    add_io(5, 107, 4000);
    details = updated();
    ck_assert_int_eq(details->new_read, 7);
    ck_assert_int_eq(details->new_written, 14);
    ck_assert_int_eq(details->new_io_calls, 14);
    ck_assert_int_eq(details->rss_growth_kib, -1000);
}

/* Without permission there is no record; without NEED_GROWTH nobody asks for the growth. */
START_TEST(what_was_not_read_has_no_difference)
{
    begin(1000);
    add_io(5, 100, 5000);
    updated();
    begin(1001);
    add_io(5, 101, 5001);
    snapshot.tasks[0].details->io = NULL;
    snapshot.tasks[0].have &= ~NEED_GROWTH;
    ck_assert_int_eq(updated()->new_read, -1);
    ck_assert_int_eq(snapshot.tasks[0].details->rss_growth_kib, NUMBER_UNKNOWN);
    begin(1002);
    add_io(5, 102, 5002);
    ck_assert_int_eq(updated()->new_read, -1);
    ck_assert_int_eq(snapshot.tasks[0].details->rss_growth_kib, NUMBER_UNKNOWN);
}

START_TEST(nothing_is_kept_while_nothing_is_asked_for)
{
    begin(1000);
    add_io(5, 100, 5000);
    updated();
    ck_assert_uint_eq(delta.details.count, 1);
    begin(1001);
    add_io(5, 101, 5001);
    snapshot.tasks[0].have = NEED_STAT | NEED_MEM;
    updated();
    ck_assert_uint_eq(delta.details.capacity, 0);
}

START_TEST(rows_without_figures_are_left_alone)
{
    begin(1000);
    ck_assert_ptr_nonnull(snapshot_add(&snapshot));
    ck_assert_ptr_null(updated());
    snapshot_clear(&snapshot);
    ck_assert_int_eq(delta_update_details(&delta, &snapshot), 0);
}

TESTS("delta_details", FIXTURE(setup, teardown), CASE(the_first_has_no_past), CASE(figures_grow),
      CASE(others_have_no_past), CASE(figures_are_of_the_last_snapshot), CASE(io_and_memory_grow),
      CASE(what_was_not_read_has_no_difference), CASE(nothing_is_kept_while_nothing_is_asked_for),
      CASE(rows_without_figures_are_left_alone))
