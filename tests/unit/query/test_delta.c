/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures between two snapshots: times and faults; and those of struct task_details: run delay,
 * context switches, I/O, growth. */
#include <check.h>
#include <stdlib.h>

#include "lib/base/units.h"
#include "lib/query/delta.h"
#include "tests/unit/run.h"

static struct delta delta;
static struct snapshot snapshot;

static void setup(void)
{
    snapshot_init(&snapshot);
}

static void teardown(void)
{
    delta_fini(&delta);
    snapshot_fini(&snapshot);
}

FIXTURE(setup, teardown);

/* Begins a snapshot at this many seconds after boot. */
static void begin(uint64_t second)
{
    snapshot_clear(&snapshot);
    snapshot.system.uptime_ns = second * NS_PER_S;
    snapshot.system.monotonic_ns = second * NS_PER_S;
}

static void add(int tid, uint64_t start_s, uint64_t cpu_s)
{
    struct task *task = snapshot_add(&snapshot);

    ck_assert_ptr_nonnull(task);
    task->tid = task->tgid = tid;
    task->have = NEED_STAT;
    task->start_ns = start_s * NS_PER_S;
    task->utime_ns = cpu_s * NS_PER_S / 2;
    task->stime_ns = cpu_s * NS_PER_S - task->utime_ns;
    task->minflt = cpu_s * 3;
    task->majflt = cpu_s * 5;
}

static uint64_t update(void)
{
    uint64_t interval;

    ck_assert_int_eq(delta_update(&delta, &snapshot, &interval), 0);
    return interval;
}

static uint64_t cpu_s(size_t row)
{
    ck_assert(snapshot.tasks[row].have & NEED_DELTA);
    ck_assert(!snapshot.tasks[row].cpu_not_compared || snapshot.tasks[row].delta_cpu_ns == 0);
    return snapshot.tasks[row].delta_cpu_ns / NS_PER_S;
}

CASE(the_first_has_no_past)
{
    begin(1000);
    add(5, 10, 300);
    ck_assert_uint_eq(update(), 0);
    ck_assert(snapshot.tasks[0].cpu_not_compared);
}

CASE(figures_grow)
{
    begin(1000);
    add(5, 10, 300);
    add(6, 10, 1);
    update();
    begin(1010);
    add(6, 10, 1);
    add(5, 10, 307);
    ck_assert_uint_eq(update(), 10 * NS_PER_S);
    ck_assert_uint_eq(cpu_s(0), 0);
    ck_assert_uint_eq(cpu_s(1), 7);
    ck_assert_uint_eq(snapshot.tasks[1].delta_minflt, 21);
    ck_assert_uint_eq(snapshot.tasks[1].delta_majflt, 35);
    begin(1012);
    add(5, 10, 308);
    ck_assert_uint_eq(update(), 2 * NS_PER_S);
    ck_assert_uint_eq(cpu_s(0), 1);
}

/* It started at 1000.009, which procfs says as 1000.000. */
CASE(starts_are_rounded_down)
{
    begin(1000);
    snapshot.system.uptime_ns += 8 * NS_PER_S / 1000;
    update();
    begin(1002);
    snapshot.system.uptime_ns += 8 * NS_PER_S / 1000;
    add(5, 1000, 1);
    update();
    ck_assert_uint_eq(cpu_s(0), 1);
}

/* The first 10 s of a second scan that begins 2 s after the other fall to no interval. */
CASE(times_are_of_the_interval)
{
    begin(1000);
    add(5, 10, 300);
    add(6, 10, 300);
    add(7, 10, 300);
    snapshot.tasks[2].read_us = 10000000;
    update();
    begin(1002);
    add(5, 10, 312);
    add(6, 10, 306);
    add(7, 10, 301);
    add(8, 1001, 11);
    for (size_t i = 0; i < 4; i++)
        snapshot.tasks[i].read_us = i == 2 ? 8000000 : 10000000;
    ck_assert_uint_eq(update(), 2 * NS_PER_S);
    ck_assert_uint_eq(cpu_s(0), 2);
    ck_assert_uint_eq(cpu_s(1), 1);
    ck_assert_uint_eq(cpu_s(2), 1); /* read earlier, and no rate can be told */
    ck_assert_uint_eq(snapshot.tasks[3].delta_cpu_ns, 11 * (uint64_t)NS_PER_S / 6);
}

CASE(a_reused_id_is_another_task)
{
    begin(1000);
    add(5, 10, 300);
    update();
    begin(1010);
    add(5, 1004, 2);
    update();
    ck_assert_uint_eq(cpu_s(0), 2);
}

CASE(a_new_task_counts_from_its_start)
{
    begin(1000);
    update();
    begin(1010);
    add(7, 1003, 4);
    add(8, 1, 400); /* old, but not seen before: it came out of hiding */
    update();
    ck_assert_uint_eq(cpu_s(0), 4);
    ck_assert(!snapshot.tasks[0].cpu_not_compared);
    ck_assert(snapshot.tasks[1].cpu_not_compared);
}

CASE(times_that_go_back_have_no_difference)
{
    begin(1000);
    add(5, 10, 300);
    add(6, 10, 300);
    update();
    begin(1010);
    add(5, 10, 299);
    add(6, 10, 300);
    snapshot.tasks[1].stime_ns -= START_TICK_NS; /* rounded otherwise */
    update();
    ck_assert(snapshot.tasks[0].cpu_not_compared);
    ck_assert(!snapshot.tasks[1].cpu_not_compared);
    ck_assert_uint_eq(cpu_s(1), 0);
}

/* It was in another PID namespace meanwhile, or hidden. */
CASE(a_task_that_vanished_in_between_has_no_difference)
{
    for (uint64_t second = 1000; second < 1004; second++) {
        begin(second);
        if (second != 1001)
            add(5, 10, second);
        update();
    }
    ck_assert_uint_eq(cpu_s(0), 1);
    begin(1004);
    update();
    begin(1005);
    add(5, 10, 1005);
    update();
    ck_assert(snapshot.tasks[0].cpu_not_compared);
}

CASE(a_process_is_not_its_leader)
{
    begin(1000);
    add(5, 10, 300);
    add(5, 10, 20);
    snapshot.tasks[1].kind = TASK_THREAD;
    update();
    begin(1010);
    add(5, 10, 306);
    add(5, 10, 21);
    snapshot.tasks[1].kind = TASK_THREAD;
    update();
    ck_assert_uint_eq(cpu_s(0), 6);
    ck_assert_uint_eq(cpu_s(1), 1);
}

/* A thread that starts a program takes its leader's number and start time. */
CASE(a_leader_may_be_exchanged)
{
    for (uint64_t second = 1000; second < 1002; second++) {
        const uint64_t used_s = second == 1000 ? 300 : 307;

        begin(second);
        for (int row = 0; row < 3; row++)
            add(5, 10, used_s);
        snapshot.tasks[1].kind = snapshot.tasks[2].kind = TASK_THREAD;
        snapshot.tasks[2].tid = 6;
        update();
    }
    ck_assert_uint_eq(cpu_s(0), 7);
    ck_assert(snapshot.tasks[1].cpu_not_compared);
    ck_assert_uint_eq(snapshot.tasks[1].delta_minflt, 0);
    ck_assert_uint_eq(cpu_s(2), 7);
}

CASE(a_leader_may_be_exchanged_for_one_that_has_used_less)
{
    for (uint64_t second = 1000; second < 1002; second++) {
        begin(second);
        add(5, 10, second == 1000 ? 300 : 1);
        snapshot.tasks[0].kind = TASK_THREAD;
        snapshot.tasks[0].minflt = second == 1000 ? 100 : 60000;
        update();
    }
    ck_assert(snapshot.tasks[0].cpu_not_compared);
    ck_assert(!snapshot.tasks[0].has_new_faults);
    ck_assert_uint_eq(snapshot.tasks[0].delta_minflt, 0);
}

/* --- details --- */

/* -1: a figure that could not be read. */
static void add_details(int tid, uint64_t start_s, int64_t delay_s, int64_t switches)
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

CASE(details_of_the_first_have_no_past)
{
    const struct task_details *details;

    begin(1000);
    add_details(5, 10, 300, 7);
    details = updated();
    ck_assert_int_eq(details->run_queue_ns, -1);
    ck_assert_int_eq(details->new_voluntary, -1);
    ck_assert_int_eq(details->new_forced, -1);
}

CASE(details_grow)
{
    const struct task_details *details;

    begin(1000);
    add_details(6, 10, 1, 1);
    add_details(5, 10, 300, 7);
    updated();
    begin(1004);
    add_details(5, 10, 301, 17);
    add_details(6, 10, 1, 1);
    details = updated();
    ck_assert_int_eq(details->run_queue_ns, NS_PER_S / 4);
    ck_assert_int_eq(details->new_voluntary, 10);
    ck_assert_int_eq(details->new_forced, 20);
    ck_assert_int_eq(snapshot.tasks[1].details->run_queue_ns, 0);
}

CASE(others_have_no_past)
{
    begin(1000);
    add_details(5, 10, 300, 7);
    updated();
    begin(1001);
    add_details(5, 11, 301, 8); /* the number is another task's by now */
    ck_assert_int_eq(updated()->new_voluntary, -1);
    begin(1002);
    add_details(5, 11, -1, -1);
    ck_assert_int_eq(updated()->run_queue_ns, -1);
    begin(1003);
    add_details(5, 11, 302, 9);
    ck_assert_int_eq(updated()->new_voluntary, -1);
    begin(1004);
    add_details(5, 11, 301, 8);
    ck_assert_int_eq(updated()->new_voluntary, -1); /* it went back */
}

/* While the columns are hidden nothing is read, and what was read before is too old. */
CASE(figures_are_of_the_last_snapshot)
{
    begin(1000);
    add_details(5, 10, 300, 7);
    updated();
    begin(1001);
    add_details(5, 10, 301, 8);
    snapshot.tasks[0].have = NEED_STAT;
    updated();
    begin(1002);
    add_details(5, 10, 302, 9);
    ck_assert_int_eq(updated()->new_voluntary, -1);
    begin(1003);
    add_details(5, 10, 303, 10);
    ck_assert_int_eq(updated()->new_voluntary, 1);
}

/* See a_leader_may_be_exchanged(). */
CASE(details_of_an_exchanged_leader_have_no_difference)
{
    begin(1000);
    add_details(5, 10, 300, 7);
    snapshot.tasks[0].kind = TASK_THREAD;
    updated();
    begin(1001);
    add_details(5, 10, 900, 60000);
    snapshot.tasks[0].kind = TASK_THREAD;
    snapshot.tasks[0].utime_ns = 7 * NS_PER_S;
    ck_assert_int_eq(updated()->new_voluntary, -1);
    ck_assert_int_eq(snapshot.tasks[0].details->run_queue_ns, -1);
    begin(1002);
    add_details(5, 10, 901, 60002);
    snapshot.tasks[0].kind = TASK_THREAD;
    snapshot.tasks[0].utime_ns = 7 * NS_PER_S;
    ck_assert_int_eq(updated()->new_voluntary, 2);
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

CASE(io_and_memory_grow)
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
CASE(what_was_not_read_has_no_difference)
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

CASE(nothing_is_kept_while_nothing_is_asked_for)
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

CASE(rows_without_figures_are_left_alone)
{
    begin(1000);
    ck_assert_ptr_nonnull(snapshot_add(&snapshot));
    ck_assert_ptr_null(updated());
    snapshot_clear(&snapshot);
    ck_assert_int_eq(delta_update_details(&delta, &snapshot), 0);
}
