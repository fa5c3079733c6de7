/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/source/bpf/walk_fixture.h"

#include <string.h>

#include "tests/unit/run.h"

struct delta_cache cache;
struct records records;
struct wire_page page;
struct wire_task tasks[WALK_TASKS_MAX];
size_t task_count;
uint32_t visits_max;
size_t handed_over;
struct wire_group *groups;
struct due_rows due;

static uint32_t random_state;

void walk_setup(void)
{
    cache = (struct delta_cache){0};
    task_count = 0;
    visits_max = WIRE_CACHED_MAX;
    random_state = 1;
    groups = NULL;
}

void walk_teardown(void)
{
    delta_cache_fini(&cache);
    records_fini(&records);
}

uint32_t random_below(uint32_t end)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % end;
}

void touch_task(struct wire_task *task)
{
    task->runtime += 1 + random_below(1000);
    task->utime = task->runtime / 2;
}

void begin_task(uint32_t tid)
{
    size_t at = task_count++;

    for (; at > 0 && tasks[at - 1].tid > tid; at--)
        tasks[at] = tasks[at - 1];
    tasks[at] = (struct wire_task){.kind = WIRE_TASK, .tid = tid, .tgid = 7, .digest = tid * 3};
    touch_task(&tasks[at]);
}

void end_task(size_t at)
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

void walk_host(void)
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

void expect_all(void)
{
    ck_assert_uint_eq(records.task_count, task_count);
    for (size_t i = 0; i < task_count; i++)
        ck_assert_mem_eq(records.tasks[i].task, &tasks[i], sizeof(tasks[i]));
}
