/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one walk keeps for the next. */
#include <errno.h>
#include <string.h>

#include "tests/unit/run.h"
#include "tests/unit/source/bpf/walk_fixture.h"

START_TEST(only_changes_are_returned)
{
    for (uint32_t tid = 10; tid < 20; tid++)
        begin_task(tid);
    walk_host();
    expect_all();
    ck_assert_uint_eq(handed_over, 10);
    walk_host();
    expect_all();
    ck_assert_uint_eq(handed_over, 0);
    touch_task(&tasks[3]);
    tasks[5].digest++;
    walk_host();
    expect_all();
    ck_assert_uint_eq(handed_over, 2);
}

START_TEST(tasks_come_and_go)
{
    for (uint32_t tid = 10; tid < 20; tid++)
        begin_task(tid);
    walk_host();
    end_task(9);
    end_task(4);
    end_task(0);
    begin_task(14); /* another of that number */
    begin_task(3);
    begin_task(40);
    walk_host();
    expect_all();
    ck_assert_uint_eq(handed_over, 3);
    while (task_count > 0)
        end_task(0);
    walk_host();
    expect_all();
    begin_task(5);
    walk_host();
    expect_all();
}

/* More than go into a page, and runs that end early. */
START_TEST(anything_may_happen)
{
    static const uint32_t visits[] = {1, 7, 100, WIRE_CACHED_MAX};

    visits_max = visits[_i];
    for (uint32_t i = 0; i < (visits_max == 1 ? 50 : 3000); i++)
        begin_task(10 + i * 2);
    for (int round = 0; round < 30; round++) {
        walk_host();
        expect_all();
        for (int i = 0; i < 20; i++) {
            touch_task(&tasks[random_below((uint32_t)task_count)]);
            end_task(random_below((uint32_t)task_count));
        }
        for (int i = 0; i < 20; i++) {
            uint32_t tid = 1 + random_below(8000);
            size_t at = 0;

            while (at < task_count && tasks[at].tid != tid)
                at++;
            if (at == task_count)
                begin_task(tid);
        }
    }
}

/* The key of a task is its group's too. */
START_TEST(number_may_go_to_another_group)
{
    begin_task(5);
    begin_task(6);
    walk_host();
    tasks[0].tgid = 9;
    touch_task(&tasks[0]);
    walk_host();
    ck_assert_uint_eq(records.tasks[0].task->tid, 6);
    ck_assert_uint_eq(records.tasks[1].task->tid, 5);
    ck_assert_uint_eq(records.tasks[1].task->tgid, 9);
}

START_TEST(groups_are_kept_too)
{
    struct wire_group group = {.kind = WIRE_GROUP, .tgid = 7, .nlwp = 3};

    page = (struct wire_page){.done = 1, .next = UINT32_MAX, .used = sizeof(group)};
    memcpy(page.records, &group, sizeof(group));
    delta_cache_begin(&cache, NULL);
    ck_assert_int_eq(delta_cache_take(&cache, &page, &records), 0);
    memset(page.records, 0, sizeof(page.records));
    ck_assert_uint_eq(records.group_count, 1);
    ck_assert_mem_eq(records.groups[0], &group, sizeof(group));
}

START_TEST(any_order_will_do)
{
    struct wire_task two[2] = {{.kind = WIRE_TASK, .tid = 6}, {.kind = WIRE_TASK, .tid = 5}};

    page = (struct wire_page){.done = 1, .next = UINT32_MAX, .used = sizeof(two)};
    memcpy(page.records, two, sizeof(two));
    delta_cache_begin(&cache, NULL);
    ck_assert_int_eq(delta_cache_take(&cache, &page, &records), 0);
    ck_assert_int_eq(delta_cache_end(&cache, &records), 0);
    ck_assert_uint_eq(records.task_count, 2);
    ck_assert_uint_eq(records.tasks[0].task->tid, 5);
    ck_assert_uint_eq(records.tasks[1].task->tid, 6);
}

START_TEST(other_number_of_cached_tasks_is_refused)
{
    begin_task(5);
    walk_host();
    delta_cache_begin(&cache, NULL);
    delta_cache_put(&cache, &page);
    page.used = 0;
    page.next = UINT32_MAX;
    page.done = 1;
    page.cached_count = 2;
    ck_assert_int_eq(delta_cache_take(&cache, &page, &records), -EPROTO);
}

TESTS("bpf delta cache", FIXTURE(walk_setup, walk_teardown), CASE(only_changes_are_returned),
      CASE(tasks_come_and_go), LOOP(anything_may_happen, 4), CASE(number_may_go_to_another_group),
      CASE(groups_are_kept_too), CASE(any_order_will_do),
      CASE(other_number_of_cached_tasks_is_refused))
