/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tasks as groups: which are together, in which order, and what their rows show. */
#include <stdio.h>
#include <string.h>

#include "lib/base/task_flags.h"
#include "lib/base/units.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/model/events.h"
#include "top/model/model.h"
#include "top/run.h"
#include "top/table/table.h"

FIXTURE(model_fixture_setup, model_fixture_teardown);

/* "COMMAND xCOUNT" of each group, and "." and the PID of each member of an open one. */
static void expect_groups(const char *expected)
{
    const struct window *window = model.window;
    struct buf shown = {0};

    for (size_t i = 0; i < window->rows.count; i++) {
        const struct table_row row = table_row_at(window, i);

        if (table_row_group(&row))
            buf_printf(&shown, "%s x%zu; ", row.figures->comm,
                       table_row_group(&row)->members.count);
        else
            buf_printf(&shown, "%s%d; ", row.branch && row.branch->depth ? "." : "",
                       (int)row.task->tid);
    }
    ck_assert_str_eq(buf_text(&shown), expected);
    ck_assert(!model.failed);
    buf_fini(&shown);
}

static void take_sample(void)
{
    host_sample.request = sample_request_of(&model);
    give_sample(&host_sample);
}

/* Keys, and the groups of the fixed host after them. */
static const struct {
    const char *keys, *shown;
} orders[] = {
    {"% 3", "99993001 x1; 99993002 x5; root x5; 65533 x2; "}, /* by %CPU */
    {"% 3 R", "65533 x2; root x5; 99993002 x5; 99993001 x1; "},
    {"% 3 T", "root x5; 99993001 x1; 65533 x2; 99993002 x5; "}, /* sums of TIME+ */
    {"% 3 M", "99993001 x1; 65533 x2; root x5; 99993002 x5; "}, /* the largest RES */
    {"% 3 N", "99993001 x1; root x5; 99993002 x5; 65533 x2; "}, /* only one has a PID */
    {"% 3 f / 'COUNT <Enter> s q", "root x5; 99993002 x5; 65533 x2; 99993001 x1; "},
    {"% 3 f / '%P99 <Enter> s q", "99993001 x1; 99993002 x5; root x5; 65533 x2; "},
    {"% 3 i", "99993001 x1; 99993002 x1; root x2; 65533 x1; "}, /* idle ones leave first */
    {"% 3 <Down> v",
     "99993001 x1; 99993002 x5; .412; .413; .420; .421; .32000; root x5; 65533 x2; "},
    {"% 3 <Down> v v", "99993001 x1; 99993002 x5; root x5; 65533 x2; "},
    {"% 3 V", "1; .300; .412; .413; .32000; .420; .421; .430; .440; .441; 2; .40; .41; "},
    {"% 4", "1 init x13; "},
    {"% 5", "/user.slice x13; "},
    {"% 6", "- x13; "},
    {"% 7", "- x13; "},
};

LOOP(groups_have_an_order, COUNT_OF(orders))
{
    press_keys(orders[_i].keys);
    take_sample();
    expect_groups(orders[_i].shown);
}

/* Workers that are processes fold like threads, and so do those of the kernel. */
CASE(single_threads_fold)
{
    static const char *const comms[] = {"postgres", "postgres",   "ksoftirqd/0", "ksoftirqd/1",
                                        "kauditd",  "khungtaskd", "ksmd/0",      "postgres"};
    static const struct process single = {.nlwp = 1}, several = {.nlwp = 2};

    host_sample.snapshot.count = COUNT_OF(comms);
    for (int i = 0; i < COUNT_OF(comms); i++) {
        struct task *task = &host_sample.snapshot.tasks[i];

        task->comm = comms[i];
        task->process = i < COUNT_OF(comms) - 1 ? &single : &several;
        task->flags = *comms[i] == 'k' && i != 6 ? PF_KTHREAD : 0; /* one is a user's */
        task->delta_cpu_ns = (uint64_t)(100 - i) * NS_PER_MS;
    }
    press_keys("% <Esc> H");
    take_sample();
    expect_groups("postgres x2; [ksoftirqd/*] x2; [kernel] x2; 413; 420; ");
    press_keys("H % 2");
    take_sample();
    expect_groups("[kernel] x4; postgres x3; ksmd/0 x1; ");
}

/* Threads belong to the program of their process, whatever they are called. */
CASE(threads_have_the_program_of_their_process)
{
    press_keys("H % 2");
    thread_sample.request = sample_request_of(&model);
    give_sample(&thread_sample);
    expect_groups("database x6; ");
    expect_shown("  300     6   8.8g 245.0 100.0  57.5     90,01 +6 database\n", true);
    press_keys("% <Esc> % 1");
    expect_shown(" +3 exec-* (database)\n", true);
}

static struct value value_of(size_t index, enum field_id id)
{
    const struct table_row row = table_row_at(model.window, index);

    return table_row_value(&row, id, field_column(id, false), &model.context);
}

CASE(a_width_by_content_is_that_of_the_group)
{
    struct snapshot *snapshot = &model.newest->snapshot;
    struct table table = table_of(&model, model.window);
    struct table_column column;

    for (size_t i = 0; i < snapshot->count; i++)
        snapshot->tasks[i].comm = "kworker/u8:2-events_unbound";
    model.settings.extra_width = EXTRA_WIDTH_AUTO;
    press_keys("% 3");
    column = table_column_of(&table, FIELD_HOTTEST);
    ck_assert_uint_eq(column.width, strlen("430 kworker/u8:2-events_unbound"));
}

CASE(rows_show_what_members_have_in_common)
{
    press_keys("% 3");
    take_sample();
    ck_assert_int_eq(value_of(0, FIELD_PID).as.i, 300);
    ck_assert_int_eq(value_of(1, FIELD_PID).kind, VALUE_NONE);
    ck_assert_uint_eq(value_of(1, FIELD_TASKS).as.u, 5);
    ck_assert_int_eq(value_of(1, FIELD_NI).kind, VALUE_NONE); /* 5 and others */
    ck_assert_int_eq(value_of(1, FIELD_UID).as.u, 99993002);
    ck_assert_uint_eq(value_of(2, FIELD_MOST).as.u, 40 * NS_PER_MS);
    ck_assert_int_eq(strncmp(value_of(2, FIELD_HOTTEST).as.text, "430 backup", 10), 0);
    ck_assert_int_eq(*value_of(1, FIELD_S).as.text, 'R'); /* one runs */
    ck_assert_int_eq(value_of(2, FIELD_S).kind, VALUE_NONE);
    ck_assert_int_eq(value_of(1, FIELD_VIRT).as.u, 412000 + 5600 + 5600 + 12000);
}

static const struct group_row *group_of_cursor(void)
{
    const struct table_row row = table_row_at(model.window, window_target_row(model.window));

    return table_row_group(&row);
}

/* The row of a group has its first member's task, too. */
CASE(the_cursor_knows_a_member_from_its_group)
{
    model.settings.cursor = true;
    press_keys("<Down> % 3");
    take_sample();
    ck_assert_ptr_nonnull(group_of_cursor());
    press_keys("v");
    ck_assert_ptr_nonnull(group_of_cursor());
    press_keys("<Down>");
    ck_assert_int_eq(window_target(model.window)->tid, 412);
    press_keys("R");
    ck_assert_int_eq(window_target(model.window)->tid, 412);
    ck_assert_ptr_null(group_of_cursor());
}

/* Only groups that are there take the place of another. */
CASE(open_groups_have_a_limit)
{
    struct window_position *position = &model.window->position;
    uint64_t id;

    press_keys("% 3");
    take_sample();
    id = group_of_cursor()->id;
    position->open_group_count = OPEN_GROUPS_MAX;
    for (size_t i = 0; i < OPEN_GROUPS_MAX; i++)
        position->open_groups[i] = i + 1;
    press_keys("v");
    ck_assert_uint_eq(position->open_group_count, 1);
    position->open_group_count = OPEN_GROUPS_MAX;
    for (size_t i = 0; i < OPEN_GROUPS_MAX; i++)
        position->open_groups[i] = id;
    press_keys("<Down> <Down> v");
    ck_assert_uint_eq(position->open_group_count, OPEN_GROUPS_MAX);
    ck_assert_str_eq(model.message, "No more than 32 groups can be open");
}

/* By the nearest rank: of 200 figures the third largest, of up to 99 the largest. */
static const struct {
    size_t count, busy;
    uint64_t p99_ms;
} percentiles[] = {{1, 1, 1},       {99, 99, 99}, {100, 100, 99},
                   {200, 200, 198}, {200, 2, 0},  {200, 3, 1}};

LOOP(a_percentile_is_that_of_all_members, COUNT_OF(percentiles))
{
    struct snapshot *snapshot = &host_sample.snapshot;
    const struct task pattern = *task_of(420);

    press_keys("% 3 f / '%P99 <Enter> d q");
    snapshot_clear(snapshot);
    for (size_t i = 0; i < percentiles[_i].count; i++) {
        struct task *task = snapshot_add(snapshot);

        ck_assert_ptr_nonnull(task);
        *task = pattern;
        task->tid = task->tgid = (pid_t)i + 1;
        task->delta_cpu_ns = i < percentiles[_i].busy ? (i + 1) * NS_PER_MS : 0;
    }
    take_sample();
    ck_assert_uint_eq(model.window->rows.count, 1);
    ck_assert_uint_eq(value_of(0, FIELD_P99).as.u, percentiles[_i].p99_ms * NS_PER_MS);
}

#define DOCKER(digit)                                                                        \
    "0::/system.slice/docker-" digit "9f2c4d1e5a60718293a4b5c6d7e8f90112233445566778899aabb" \
    "ccddeeff00.scope"

/* Names that arrive change labels, and neither groups nor the row under the cursor. */
CASE(groups_stay_when_names_arrive)
{
    static const char *const texts[CONTAINER_TEXTS] = {"web", "", "", ""};
    struct container_labels *labels = give_labels();

    model.settings.cursor = true;
    for (size_t i = 0; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].details->cgroup = i % 2 ? DOCKER("0") : DOCKER("1");
    press_keys("% 6");
    take_sample();
    expect_groups("id:19f2c4d1e5a6 x7; id:09f2c4d1e5a6 x6; ");
    press_keys("<Down> v");
    container_labels_learn(labels, DOCKER("1"), texts);
    update(&model, &(struct event){.kind = EVENT_NAMES});
    press_keys("v");
    expect_groups("web x7; id:09f2c4d1e5a6 x6; ");
    /* Two containers may have one name. */
    container_labels_learn(labels, DOCKER("0"), texts);
    update(&model, &(struct event){.kind = EVENT_NAMES});
    expect_groups("web x7; web x6; ");
    ck_assert_uint_eq(model.window->position.cursor.row, 1);
}

/* The first member may exit, and another has a lower number. */
CASE(the_cursor_stays_on_its_group)
{
    model.settings.cursor = true;
    press_keys("% 3 <Down>");
    take_sample();
    ck_assert_int_eq(window_target(model.window)->tid, 412);
    task_of(412)->delta_cpu_ns = 0;
    task_of(412)->euid = 0;
    take_sample();
    expect_groups("99993001 x1; root x6; 65533 x2; 99993002 x4; ");
    ck_assert_uint_eq(model.window->position.cursor.row, 3);
    ck_assert_int_eq(window_target(model.window)->tid, 413);
    for (size_t i = 0; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].euid = 0;
    take_sample();
    ck_assert(model.window->position.cursor.lost);
    ck_assert_str_eq(model.message, "");
    press_keys("v"); /* opens no other group */
    ck_assert_uint_eq(model.window->position.open_group_count, 0);
}

/* Whichever task the cursor is on, its row may be folded. */
CASE(the_key_says_what_it_has_done)
{
    model.settings.cursor = true;
    for (size_t row = 0; row < 12; row++) {
        press_keys("<Down> *");
        ck_assert_str_eq(model.message, "Pools by wait: on");
        press_keys("*");
        ck_assert_str_eq(model.message, "Pools by wait: off");
    }
}

/* Until the scan that was asked for: without control groups there is nothing to group by. */
CASE(tasks_stay_until_their_control_groups_are_read)
{
    for (size_t i = 0; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have &= ~(need_t)NEED_CGROUP;
    press_keys("% 5");
    ck_assert(sample_request_of(&model).need & NEED_CGROUP);
    ck_assert_uint_eq(model.window->rows.count, 13);
    press_keys("v <Down> V V % 5"); /* which are no groups */
    for (size_t i = 1; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have |= NEED_CGROUP;
    take_sample();
    expect_groups("/user.slice x12; "); /* one has exited before it was read */
}

/* Others of its members may have been read for rows on the screen. */
CASE(a_sum_is_not_shown_before_all_are_read)
{
    task_of(430)->have &= ~(need_t)NEED_MEM;
    press_keys("% 3");
    host_sample.request.need = NEED_STAT;
    give_sample(&host_sample);
    expect_shown("    -     5          2.1   2.0           2w+6d +5 root\n", true);
    expect_shown(" 250112  99.5", true);
    task_of(430)->have |= NEED_MEM;
    take_sample();
    expect_shown("    -     5 999999   2.1   2.0   6.2     2w+6d +5 root\n", true);
}

/* Command lines are read of the first members on the screen alone. */
CASE(a_group_has_a_label_before_its_command_line)
{
    for (size_t i = 0; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have &= ~(need_t)NEED_CMDLINE;
    press_keys("c % 3");
    take_sample();
    expect_shown(" +5 99993002\n", true);
    press_keys("% <Esc> % 2");
    take_sample();
    expect_shown(" +1 backup\n", true);
    task_of(430)->have |= NEED_CMDLINE;
    expect_shown(" +1 /usr/", true);
}

/* All pools of a process have its command line. */
LOOP(pools_have_labels_with_command_lines, 2)
{
    static const char *const keys[] = {"H c %", "H c *"};

    press_keys(keys[_i]);
    thread_sample.request = sample_request_of(&model);
    thread_sample.request.need = ~(need_t)0;
    give_sample(&thread_sample);
    expect_shown(" exec-* (database)\n", true);
}

/* How many command lines are read for rows on the screen, if none has been read so far. */
static size_t lines_read(void)
{
    struct detail_requests list = {0};
    size_t count = 0;

    take_sample();
    visible_details_list(&model, NULL, &list);
    for (size_t i = 0; i < list.count; i++)
        count += (list.rows[i].need & NEED_CMDLINE) != 0;
    detail_requests_fini(&list);
    return count;
}

/* Labels of groups stand in their place. */
CASE(command_lines_are_read_for_rows_that_show_them)
{
    for (size_t i = 0; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have &= ~(need_t)NEED_CMDLINE;
    press_keys("c");
    ck_assert_uint_eq(lines_read(), 13);
    press_keys("% 3");
    ck_assert_uint_eq(lines_read(), 0);
    press_keys("/ 'root");
    ck_assert(!model.window->position.search.waiting);
    ck_assert(!model.window->position.search.failed);
    press_keys("<Esc> <Down> v"); /* five tasks below their group */
    ck_assert_uint_eq(lines_read(), 5);
    task_of(412)->comm = task_of(413)->comm; /* a program of two processes */
    press_keys("v % 2");
    ck_assert_uint_eq(lines_read(), 11);
    ck_assert_uint_eq(model.window->rows.count, 12);
    model.rows = ROWS_UNLIMITED;
    ck_assert(!(sample_request_of(&model).need & NEED_CMDLINE));
    press_keys("% 3");
    model.window->settings.sort = FIELD_COMMAND; /* by label */
    ck_assert(!(sample_request_of(&model).need & NEED_CMDLINE));
}

/* Who pastes meant another window: a digit of the text chooses nothing. */
CASE(pasted_text_chooses_nothing)
{
    static const int keys[] = {'%', PRESS_PASTE_BEGIN, '3', 'k', PRESS_PASTE_END};

    for (int i = 0; i < COUNT_OF(keys); i++)
        update(&model, &(struct event){.kind = EVENT_KEY, .as.key = keys[i]});
    ck_assert_int_eq(model.window->settings.group, GROUP_BY_POOL);
    ck_assert_str_eq(model.prompt.question->name, "group");
}

CASE(what_is_grouped_by_is_shown)
{
    press_keys("%");
    expect_shown("% [1pool] 2program 3user 4session 5cgroup 6container 7pod 8wait *pool,wait 0off",
                 true);
    press_keys("3");
    expect_shown("\ngrouped by user\n", true);
    press_keys("o '!COMMAND=c <Enter>");
    expect_shown("\n7 of 13: !COMMAND=c, grouped by user\n", true);
    press_keys("% 0");
    expect_shown("grouped by", false);
}
