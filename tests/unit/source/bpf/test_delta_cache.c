/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one walk keeps for the next, with a small kernel that answers as id_walk.bpf.c does. */
#include <errno.h>
#include <string.h>

#include "lib/source/bpf/delta_cache.h"
#include "tests/unit/run.h"

#define TASKS_MAX 4000

static struct delta_cache cache;
static struct records records;
static struct wire_page page;

/* The tasks that there are, by ascending id. */
static struct wire_task tasks[TASKS_MAX];
static size_t task_count;

static uint32_t visits_max; /* in one run */
static size_t handed_over;  /* in the last walk */

static uint32_t random_state;

static void setup(void)
{
    cache = (struct delta_cache){0};
    task_count = 0;
    visits_max = WIRE_CACHED_MAX;
    random_state = 1;
}

static void teardown(void)
{
    delta_cache_fini(&cache);
    records_fini(&records);
}

static uint32_t random_below(uint32_t end)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % end;
}

static void touch(struct wire_task *task)
{
    task->runtime += 1 + random_below(1000);
    task->utime = task->runtime / 2;
}

static void begin(uint32_t tid)
{
    size_t at = task_count++;

    for (; at > 0 && tasks[at - 1].tid > tid; at--)
        tasks[at] = tasks[at - 1];
    tasks[at] = (struct wire_task){.kind = WIRE_TASK, .tid = tid, .tgid = 7, .digest = tid * 3};
    touch(&tasks[at]);
}

static void end(size_t at)
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
            page.used + sizeof(tasks[i]) > room) {
            page.next = tasks[i].tid < page.end ? tasks[i].tid : page.end;
            return;
        }
        page.visited++;
        if (is_same(&tasks[i], &at))
            continue;
        memcpy(page.records + page.used, &tasks[i], sizeof(tasks[i]));
        page.used += sizeof(tasks[i]);
        handed_over++;
    }
    page.done = page.end == UINT32_MAX;
    page.next = page.end;
}

/* --- the reader --- */

static void walk(void)
{
    records_clear(&records);
    delta_cache_begin(&cache);
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

/* What the records have is what there is. */
static void expect_all(void)
{
    ck_assert_uint_eq(records.task_count, task_count);
    for (size_t i = 0; i < task_count; i++)
        ck_assert_mem_eq(records.tasks[i].task, &tasks[i], sizeof(tasks[i]));
}

START_TEST(only_changes_are_returned)
{
    for (uint32_t tid = 10; tid < 20; tid++)
        begin(tid);
    walk();
    expect_all();
    ck_assert_uint_eq(handed_over, 10);
    walk();
    expect_all();
    ck_assert_uint_eq(handed_over, 0);
    touch(&tasks[3]);
    tasks[5].digest++;
    walk();
    expect_all();
    ck_assert_uint_eq(handed_over, 2);
}
END_TEST

START_TEST(tasks_come_and_go)
{
    for (uint32_t tid = 10; tid < 20; tid++)
        begin(tid);
    walk();
    end(9);
    end(4);
    end(0);
    begin(14); /* another of that number */
    begin(3);
    begin(40);
    walk();
    expect_all();
    ck_assert_uint_eq(handed_over, 3);
    while (task_count > 0)
        end(0);
    walk();
    expect_all();
    begin(5);
    walk();
    expect_all();
}
END_TEST

/* More than go into a page, and runs that end early. */
START_TEST(anything_may_happen)
{
    static const uint32_t visits[] = {1, 7, 100, WIRE_CACHED_MAX};

    visits_max = visits[_i];
    for (uint32_t i = 0; i < (visits_max == 1 ? 50 : 3000); i++)
        begin(10 + i * 2);
    for (int round = 0; round < 30; round++) {
        walk();
        expect_all();
        for (int i = 0; i < 20; i++) {
            touch(&tasks[random_below((uint32_t)task_count)]);
            end(random_below((uint32_t)task_count));
        }
        for (int i = 0; i < 20; i++) {
            uint32_t tid = 1 + random_below(8000);
            size_t at = 0;

            while (at < task_count && tasks[at].tid != tid)
                at++;
            if (at == task_count)
                begin(tid);
        }
    }
}
END_TEST

START_TEST(records_of_ended_tasks_serve_others)
{
    const struct wire_task *record;

    begin(5);
    begin(6);
    walk();
    record = records.tasks[1].task;
    end(1);
    walk();
    begin(9);
    walk();
    expect_all();
    ck_assert_ptr_eq(records.tasks[1].task, record);
}
END_TEST

/* The key of a task is its group's too. */
START_TEST(number_may_go_to_another_group)
{
    begin(5);
    begin(6);
    walk();
    tasks[0].tgid = 9;
    touch(&tasks[0]);
    walk();
    ck_assert_uint_eq(records.tasks[0].task->tid, 6);
    ck_assert_uint_eq(records.tasks[1].task->tid, 5);
    ck_assert_uint_eq(records.tasks[1].task->tgid, 9);
}
END_TEST

START_TEST(groups_are_kept_too)
{
    struct wire_group group = {.kind = WIRE_GROUP, .tgid = 7, .nlwp = 3};

    page = (struct wire_page){.done = 1, .next = UINT32_MAX, .used = sizeof(group)};
    memcpy(page.records, &group, sizeof(group));
    delta_cache_begin(&cache);
    ck_assert_int_eq(delta_cache_take(&cache, &page, &records), 0);
    memset(page.records, 0, sizeof(page.records));
    ck_assert_uint_eq(records.group_count, 1);
    ck_assert_mem_eq(records.groups[0], &group, sizeof(group));
}
END_TEST

START_TEST(disorder_is_refused)
{
    struct wire_task two[2] = {{.kind = WIRE_TASK, .tid = 6}, {.kind = WIRE_TASK, .tid = 5}};

    page = (struct wire_page){.done = 1, .next = UINT32_MAX, .used = sizeof(two)};
    memcpy(page.records, two, sizeof(two));
    delta_cache_begin(&cache);
    ck_assert_int_eq(delta_cache_take(&cache, &page, &records), -EPROTO);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bpf delta cache");
    TCase *cases = tcase_create("delta cache");

    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, only_changes_are_returned);
    tcase_add_test(cases, tasks_come_and_go);
    tcase_add_loop_test(cases, anything_may_happen, 0, 4);
    tcase_add_test(cases, records_of_ended_tasks_serve_others);
    tcase_add_test(cases, number_may_go_to_another_group);
    tcase_add_test(cases, groups_are_kept_too);
    tcase_add_test(cases, disorder_is_refused);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
