/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>
#include <stdlib.h>

#include "tests/unit/query/delta_fixture.h"
#include "tests/unit/run.h"

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

START_TEST(the_first_has_no_past)
{
    begin(1000);
    add(5, 10, 300);
    ck_assert_uint_eq(update(), 0);
    ck_assert(snapshot.tasks[0].cpu_not_compared);
}

START_TEST(figures_grow)
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
START_TEST(starts_are_rounded_down)
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
START_TEST(times_are_of_the_interval)
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

START_TEST(a_reused_id_is_another_task)
{
    begin(1000);
    add(5, 10, 300);
    update();
    begin(1010);
    add(5, 1004, 2);
    update();
    ck_assert_uint_eq(cpu_s(0), 2);
}

START_TEST(a_new_task_counts_from_its_start)
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

START_TEST(times_that_go_back_have_no_difference)
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
START_TEST(a_task_that_vanished_in_between_has_no_difference)
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

START_TEST(a_process_is_not_its_leader)
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
START_TEST(a_leader_may_be_exchanged)
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

TESTS("delta", FIXTURE(setup, teardown), CASE(the_first_has_no_past), CASE(figures_grow),
      CASE(starts_are_rounded_down), CASE(times_are_of_the_interval),
      CASE(a_reused_id_is_another_task), CASE(a_new_task_counts_from_its_start),
      CASE(times_that_go_back_have_no_difference),
      CASE(a_task_that_vanished_in_between_has_no_difference), CASE(a_process_is_not_its_leader),
      CASE(a_leader_may_be_exchanged))
