/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What one walk keeps for the next, of tasks, and of leaders with their groups: a host of tasks,
 * which are all in this memory, and a small kernel that answers as id_walk.bpf.c does.
 */
#include "lib/source/bpf/delta_cache.h"

#include <errno.h>
#include <string.h>

#include "lib/task/snapshot.h"
#include "tests/common/random.h"
#include "tests/unit/run.h"

#define WALK_TASKS_MAX 4000

/* The reader. */
static struct delta_cache cache;
static struct records records; /* of the last walk */
static struct wire_page page;

/* The tasks that there are, by ascending id. */
static struct wire_task tasks[WALK_TASKS_MAX];
static size_t task_count;

static uint32_t visits_max; /* in one run */
static size_t handed_over;  /* in the last walk */

/* Of walks of leaders: the groups of `tasks`, and what is due. NULL: all are threads. */
static struct wire_group *groups;
static struct due_rows due;

static void walk_setup(void)
{
    cache = (struct delta_cache){0};
    task_count = 0;
    visits_max = WIRE_CACHED_MAX;
    groups = NULL;
}

static void walk_teardown(void)
{
    delta_cache_fini(&cache);
    records_fini(&records);
}

FIXTURE(walk_setup, walk_teardown);

static void touch_task(struct wire_task *task)
{
    task->runtime += 1 + random_below(1000);
    task->utime = task->runtime / 2;
}

static void begin_task(uint32_t tid)
{
    size_t at = task_count++;

    for (; at > 0 && tasks[at - 1].tid > tid; at--)
        tasks[at] = tasks[at - 1];
    tasks[at] = (struct wire_task){.kind = WIRE_TASK, .tid = tid, .tgid = 7, .digest = tid * 3};
    touch_task(&tasks[at]);
}

static void end_task(size_t at)
{
    task_count--;
    memmove(&tasks[at], &tasks[at + 1], (task_count - at) * sizeof(tasks[0]));
}

/* --- the kernel --- */

/* Whether the reader has the task as it is; `at` goes on from one to the next. */
static bool is_same(const struct wire_task *task, uint32_t *at)
{
    const struct wire_cached *list =
        (const struct wire_cached *)(const void *)(page.records + sizeof(page.records)) -
        page.cached_count;

    while (*at < page.cached_count && list[*at].tid < task->tid) {
        ++*at;
        ck_assert(*at == page.cached_count || list[*at - 1].tid < list[*at].tid);
    }
    if (*at == page.cached_count || list[*at].tid != task->tid ||
        list[*at].digest != task->digest || list[*at].runtime != task->runtime)
        return false;
    page.same[*at / 32] |= UINT32_C(1) << *at % 32;
    return true;
}

/* The most that is written at once. */
#define RECORDS_OF_STEP \
    (sizeof(struct wire_task) + sizeof(struct wire_group) + sizeof(struct wire_sums))

/* A group, and the sums of its threads. */
static void put_group(const struct wire_group *group)
{
    const struct wire_sums sums = {
        .kind = WIRE_SUMS, .tgid = group->tgid, .threads = (uint32_t)group->nlwp, .runtime = 100};

    memcpy(page.records + page.used, group, sizeof(*group));
    page.used += sizeof(*group);
    memcpy(page.records + page.used, &sums, sizeof(sums));
    page.used += sizeof(sums);
}

static void answer_page(void)
{
    const size_t room = sizeof(page.records) - page.cached_count * sizeof(struct wire_cached);

    uint32_t at = 0;

    ck_assert_uint_le(page.cached_count, WIRE_CACHED_MAX);
    memset(page.same, 0, sizeof(page.same));
    page.used = page.visited = page.done = 0;
    for (size_t i = 0; i < task_count; i++) {
        if (tasks[i].tid < page.next)
            continue;
        if (tasks[i].tid >= page.end || page.visited == visits_max ||
            page.used + RECORDS_OF_STEP > room) {
            page.next = tasks[i].tid < page.end ? tasks[i].tid : page.end;
            return;
        }
        page.visited++;
        if (is_same(&tasks[i], &at))
            continue;
        if (groups)
            put_group(&groups[i]);
        memcpy(page.records + page.used, &tasks[i], sizeof(tasks[i]));
        page.used += sizeof(tasks[i]);
        handed_over++;
    }
    page.done = page.end == UINT32_MAX;
    page.next = page.end;
}

/* --- the reader --- */

static void walk_host(void)
{
    records_clear(&records);
    delta_cache_begin(&cache, groups ? &due : NULL);
    page.next = 0;
    page.done = 0;
    handed_over = 0;
    while (!page.done) {
        delta_cache_put(&cache, &page);
        answer_page();
        ck_assert_int_eq(delta_cache_take(&cache, &page, &records), 0);
        /* Nothing may be left there. */
        memset(page.records, 0x5a, sizeof(page.records));
    }
    ck_assert_int_eq(delta_cache_end(&cache, &records), 0);
    ck_assert_int_eq(records_sort(&records), 0);
}

static void expect_all(void)
{
    ck_assert_uint_eq(records.task_count, task_count);
    for (size_t i = 0; i < task_count; i++)
        ck_assert_mem_eq(records.tasks[i].task, &tasks[i], sizeof(tasks[i]));
}

/* --- walks of tasks --- */

CASE(only_changes_are_returned)
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

CASE(tasks_come_and_go)
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
LOOP(anything_may_happen, 4)
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
CASE(number_may_go_to_another_group)
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

CASE(groups_are_kept_too)
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

CASE(any_order_will_do)
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

CASE(other_number_of_cached_tasks_is_refused)
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

/* --- walks of leaders: who is due comes with its group --- */

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
CASE(unchanged_leader_stands_for_its_group)
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

CASE(changed_leader_comes_with_its_group)
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
CASE(due_group_is_read_again)
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

CASE(leaders_come_and_go)
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
LOOP(leader_without_its_group_is_refused, 4)
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
CASE(leader_may_be_just_released)
{
    begin_leaders();
    groups[1].tgid = 0;
    due = (struct due_rows){.scan = 1};
    walk_host();
    ck_assert_uint_eq(records.task_count, LEADERS);
    ck_assert_uint_eq(records.groups[0]->tgid, 0);
    ck_assert_uint_eq(records.groups[1]->tgid, tasks[0].tgid);
}
