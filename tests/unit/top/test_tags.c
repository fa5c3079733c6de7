/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tags belong to tasks: they go with them, and to nobody else. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/source.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/actions.h"
#include "top/model/events.h"

static void setup(void)
{
    model_fixture_setup();
    host_sample.request.need = ~(need_t)0;
    model.settings.cursor = true;
}

FIXTURE(setup, model_fixture_teardown);

/* Space moves on, so that several are tagged one after the other. */
CASE(space_tags_where_there_is_a_cursor)
{
    ck_assert(press_keys("<Space>").scan);
    ck_assert_uint_eq(model.tags.count, 0);
    ck_assert(!press_keys("<Down> <Space>").scan);
    ck_assert(tags_have(&model.tags, task_of(412)));
    ck_assert_int_eq(window_target(model.window)->tid, 430);
    press_keys("<Space>");
    ck_assert_uint_eq(model.tags.count, 2);
    press_keys("<Up> <Space>");
    ck_assert(!tags_have(&model.tags, task_of(430)));
    expect_shown("1 tagged", true);
    press_keys("<Esc>");
    ck_assert(press_keys("<Space>").scan);
    press_keys(";");
    expect_shown("tagged", false);
}

CASE(a_tag_goes_with_its_task)
{
    press_keys("<Down> <Space> <Space>");
    give_sample(&host_sample);
    ck_assert_uint_eq(model.tags.count, 2);
    host_sample.snapshot.incomplete = true; /* the first part of a scan */
    task_of(430)->start_ns++;               /* the PID is another task's */
    give_sample(&host_sample);
    ck_assert_uint_eq(model.tags.count, 2);
    host_sample.snapshot.incomplete = false;
    give_sample(&host_sample);
    ck_assert_uint_eq(model.tags.count, 1);
    ck_assert(tags_have(&model.tags, task_of(412)));
    task_of(412)->stat_unread = true; /* it may be the same */
    task_of(412)->start_ns = 0;
    give_sample(&host_sample);
    ck_assert_uint_eq(model.tags.count, 1);
}

/* With several PIDs of -p the rows are in their order. */
CASE(tags_stay_in_any_order_of_rows)
{
    struct task *tasks = host_sample.snapshot.tasks;
    const size_t count = host_sample.snapshot.count;

    press_keys("<Down> <Space> <Space>");
    for (size_t i = 0; i < count / 2; i++) {
        const struct task task = tasks[i];

        tasks[i] = tasks[count - 1 - i];
        tasks[count - 1 - i] = task;
    }
    host_sample.request.pid_count = 3;
    give_sample(&host_sample);
    ck_assert_uint_eq(model.tags.count, 2);
    press_keys("% 4");
    give_sample(&host_sample);
    expect_shown("+13 1 init\n", true); /* the leader of the session */
}

/* A first thread is the process; others are not there among processes. */
CASE(a_process_keeps_its_tag_among_threads)
{
    press_keys("<Home> <Space> H");
    give_sample(&thread_sample);
    ck_assert_uint_eq(model.tags.count, 1);
    press_keys("<Home> <Down> <Space>");
    ck_assert_uint_eq(model.tags.count, 2);
    give_sample(&host_sample);
    ck_assert_uint_eq(model.tags.count, 1);
    ck_assert_int_eq(model.tags.list[0].tid, 300);
}

CASE(rows_of_several_tasks_have_no_tag)
{
    press_keys("%");
    give_sample(&thread_sample);
    press_keys("<Home>");
    for (size_t i = 0; i < model.window->rows.count && !model.window->rows.branches[i].group; i++)
        press_keys("<Down>");
    press_keys("<Space>");
    ck_assert_uint_eq(model.tags.count, 0);
    expect_shown("This row is a group", true);
    model_set_message(&model, "%s", "");
    ck_assert_int_eq(press_keys("<F8>").action, ACTION_NONE);
    expect_shown("This row is a group", true);
    press_keys("v <Down>");
    ck_assert_int_eq(press_keys("<F8>").action, ACTION_RENICE);
    press_keys("<Space>");
    ck_assert_uint_eq(model.tags.count, 1);
}

/* Keys, and whether they ask which task; nothing is done to the first member. */
static const struct {
    const char *key;
    bool asks;
} of_groups[] = {
    {"<Space>", false}, {"K", false}, {"<F7>", false}, {"<F8>", false},
    {"k", true},        {"r", true},  {"<C-r>", true}, {"<F9>", true},
};

LOOP(a_row_of_several_tasks_is_refused, COUNT_OF(of_groups))
{
    press_keys("% 3");
    give_sample(&host_sample);
    press_keys("<Home> <Down>");
    ck_assert_int_eq(press_key(of_groups[_i].key).action, ACTION_NONE);
    if (of_groups[_i].asks) {
        expect_shown(" (no default: this row is a group) ", true);
        ck_assert_int_eq(press_key("<Enter>").action, ACTION_NONE);
    }
    ck_assert_ptr_null(model.prompt.question);
    ck_assert_uint_eq(model.tags.count, 0);
    ck_assert_str_eq(model.message, "This row is a group: v opens it, then tag its tasks");
    press_keys("k 4 1 2 <Enter>"); /* others may be typed */
    ck_assert_int_eq(model.prompt.pid, 412);
    press_keys("<Esc> v <Down> k <Enter>");
    ck_assert_int_eq(model.prompt.pid, 412);
}

/* As in htop: the cursor says which task. */
CASE(the_key_for_signals_knows_the_task)
{
    press_keys("<F9>");
    ck_assert_str_eq(model.prompt.question->name, "kill-task");
    press_keys("<Esc> <Down> <F9>");
    ck_assert_str_eq(model.prompt.question->name, "kill-signal");
    ck_assert_int_eq(model.prompt.pid, 412);
    ck_assert_int_eq(press_keys("<Enter>").pid, 412);
    press_keys("<Space> <F9>");
    ck_assert_str_eq(model.prompt.question->name, "kill-tagged");
}

CASE(there_is_a_limit)
{
    struct task task = {.kind = TASK_PROCESS};

    for (pid_t pid = TAGS_MAX; pid > 0; pid--) {
        task.tid = task.tgid = pid;
        ck_assert_int_eq(tags_add(&model.tags, &task), 0);
    }
    ck_assert_int_eq(tags_add(&model.tags, &task), 0);
    task.tid = TAGS_MAX + 1;
    ck_assert_int_eq(tags_add(&model.tags, &task), -E2BIG);
    for (size_t i = 0; i < TAGS_MAX; i++)
        ck_assert_int_eq(model.tags.list[i].tid, (pid_t)i + 1);
}

CASE(a_question_names_the_first_tasks)
{
    press_keys("<Home> K <Down> K <Down> K <Down> K <Down> K k");
    expect_shown("Signal for 7 tagged tasks (41 kworker/0:1H-kblockd, ...) [15 TERM] ", true);
    resize(24, 20);
    expect_shown("\nSignal for 7 tagge\n", true);
}

static void expect_signalled(int signal, const char *message)
{
    struct buf result = {0};

    actions_act_on_tags(&model, &(struct effects){.action = ACTION_SIGNAL, .value = signal},
                        &result);
    BUF_CHECK(&result, message);
}

/* The process of two threads has exited: it could not be signalled for any of them. */
CASE(a_signal_to_a_process_fails_for_all_its_threads)
{
    const pid_t tgid = INT_MAX; /* more than PID_MAX_LIMIT of include/linux/threads.h */
    struct task task = {.kind = TASK_THREAD, .tgid = tgid};
    char expected[MESSAGE_BYTES];

    for (pid_t tid = tgid - 2; tid < tgid; tid++) {
        task.tid = tid;
        ck_assert_int_eq(tags_add(&model.tags, &task), 0);
    }
    snprintf(expected, sizeof(expected), "Signal sent to 0 of 2 tagged tasks; PID %d: %s",
             (int)tgid - 2, strerror(ESRCH));
    expect_signalled(SIGTERM, expected);
}

/* Of this process only the second thread is still the one that was tagged. */
CASE(a_signal_to_a_process_goes_to_any_of_its_threads)
{
    struct task task = {.kind = TASK_THREAD, .tgid = getpid(), .tid = 1, .start_ns = 1};
    char expected[MESSAGE_BYTES];

    ck_assert_int_eq(tags_add(&model.tags, &task), 0);
    task.tid = getpid();
    ck_assert_int_eq(process_start_read(task.tid, &task.start_ns), 0);
    ck_assert_int_eq(tags_add(&model.tags, &task), 0);
    snprintf(expected, sizeof(expected), "Signal sent to 1 of 2 tagged tasks; PID 1: %s",
             strerror(ESRCH));
    expect_signalled(0, expected); /* 0 only asks whether a signal may be sent */
}

/* A step from a value that cannot be read leads to none. */
CASE(a_step_that_fails_has_no_value)
{
    const struct effects effects = {
        .action = ACTION_RENICE, .pid = INT_MAX, .name = "x", .value = 1, .is_step = true};
    struct buf message = {0};
    char expected[MESSAGE_BYTES];

    actions_act_on_task(&effects, &message);
    snprintf(expected, sizeof(expected), "PID %d (x): %s", INT_MAX, strerror(ESRCH));
    BUF_CHECK(&message, expected);
}
