/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one walk of leaders keeps for the next, with their groups. */
#include <errno.h>
#include <string.h>

#include "lib/task/snapshot.h"
#include "tests/unit/run.h"
#include "tests/unit/source/bpf/walk_fixture.h"

#define LEADERS 4

static struct wire_group groups_of_leaders[LEADERS];

/* Four processes; the last one has two threads. */
static void begin_leaders(void)
{
    groups = groups_of_leaders;
    for (uint32_t i = 0; i < LEADERS; i++) {
        const uint32_t tgid = 2000 + i * 5; /* due in the scan 0, 95, 90 or 85 */

        begin_task(tgid);
        tasks[i].tgid = tgid;
        groups[i] = (struct wire_group){.kind = WIRE_GROUP, .tgid = tgid, .nlwp = 1};
    }
    groups[LEADERS - 1].nlwp = 2;
}

/* A walk in the scan of that number, in which a process is shown if not 0. */
static void walk_leaders(unsigned scan, uint32_t tgid)
{
    const uint64_t shown = task_process_key((pid_t)tgid);

    due = (struct due_rows){&shown, tgid != 0, scan};
    walk_host();
    due = (struct due_rows){0};
    ck_assert_uint_eq(records.task_count, LEADERS);
    ck_assert_uint_eq(records.group_count, LEADERS);
}

/* Those of groups with other threads are asked for each time, as those may have run. */
START_TEST(unchanged_leader_stands_for_its_group)
{
    begin_leaders();
    walk_leaders(1, 0);
    ck_assert_uint_eq(handed_over, LEADERS);
    for (int i = 0; i < 3; i++) {
        walk_leaders(2, 0);
        expect_all();
        ck_assert_uint_eq(handed_over, 1);
        /* Nothing is added a second time. */
        for (int at = 0; at < LEADERS; at++) {
            ck_assert_uint_eq(records.groups[at]->tgid, tasks[at].tgid);
            ck_assert_uint_eq(records.groups[at]->runtime, 100);
            ck_assert_uint_eq(records.groups[at]->summed, groups[at].nlwp);
        }
    }
}

START_TEST(changed_leader_comes_with_its_group)
{
    begin_leaders();
    walk_leaders(1, 0);
    touch_task(&tasks[1]);
    groups[1].nlwp = 5;
    walk_leaders(2, 0);
    expect_all();
    ck_assert_uint_eq(handed_over, 2);
    ck_assert_int_eq(records.groups[1]->nlwp, 5);
    walk_leaders(3, 0);
    ck_assert_uint_eq(handed_over, 2);
}

/* Without having run, as when others take its memory away. */
START_TEST(due_group_is_read_again)
{
    begin_leaders();
    walk_leaders(1, 0);
    for (int i = 0; i < LEADERS; i++)
        groups[i].total = 77;
    walk_leaders(2, tasks[2].tgid);
    ck_assert_uint_eq(handed_over, 2);
    ck_assert_uint_eq(records.groups[0]->total, 0);
    ck_assert_uint_eq(records.groups[2]->total, 77);
    walk_leaders(DUE_SCANS_MAX, 0);
    ck_assert_uint_eq(handed_over, 2);
    ck_assert_uint_eq(records.groups[0]->total, 77);
    ck_assert_uint_eq(records.groups[1]->total, 0);
}

START_TEST(leaders_come_and_go)
{
    begin_leaders();
    walk_leaders(1, 0);
    tasks[0].tid = tasks[0].tgid = groups[0].tgid = 1990;
    touch_task(&tasks[0]);
    walk_leaders(2, 0);
    expect_all();
    ck_assert_uint_eq(handed_over, 2);
    ck_assert_uint_eq(records.groups[0]->tgid, 1990);
}

/* A task or a group alone, or of another process. */
START_TEST(leader_without_its_group_is_refused)
{
    struct {
        struct wire_group group;
        struct wire_task task;
    } both = {{.kind = WIRE_GROUP, .tgid = 5}, {.kind = WIRE_TASK, .tid = 5, .tgid = 5}};
    const char *const begins[] = {(char *)&both, (char *)&both.task, (char *)&both, (char *)&both};
    const size_t lens[] = {sizeof(both.group), sizeof(both.task), sizeof(both), sizeof(both)};

    if (_i == 2)
        both.group.tgid = 6;
    if (_i == 3)
        both.task.tgid = 6;
    page = (struct wire_page){.done = 1, .next = UINT32_MAX, .used = (uint32_t)lens[_i]};
    memcpy(page.records, begins[_i], lens[_i]);
    due = (struct due_rows){0};
    delta_cache_begin(&cache, &due);
    ck_assert_int_eq(delta_cache_take(&cache, &page, &records), -EAGAIN);
}

/* The kernel has taken the group's number away, and not yet the task. */
START_TEST(leader_may_be_just_released)
{
    begin_leaders();
    groups[1].tgid = 0;
    due = (struct due_rows){.scan = 1};
    walk_host();
    ck_assert_uint_eq(records.task_count, LEADERS);
    ck_assert_uint_eq(records.groups[0]->tgid, 0);
    ck_assert_uint_eq(records.groups[1]->tgid, tasks[0].tgid);
}

TESTS("bpf delta leaders", FIXTURE(walk_setup, walk_teardown),
      CASE(unchanged_leader_stands_for_its_group), CASE(changed_leader_comes_with_its_group),
      CASE(due_group_is_read_again), CASE(leaders_come_and_go),
      LOOP(leader_without_its_group_is_refused, 4), CASE(leader_may_be_just_released))
