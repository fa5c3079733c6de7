/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What samples, messages and options do to the model, and what is asked for then. */
#include <stdio.h>
#include <string.h>

#include "lib/base/units.h"
#include "lib/source/source.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/model/model.h"
#include "top/table/table.h"
#include "top/update/update.h"
#include "top/view/view.h"

FIXTURE(model_fixture_setup, model_fixture_teardown);

/* The samples, each so much later, that one is on the screen for. */
static const struct {
    uint64_t interval_ns;
    int samples;
} intervals[] = {{10 * NS_PER_S, 1}, {NS_PER_S, 1}, {NS_PER_S / 10, 19}};

LOOP(messages_last_for_a_whole_interval, COUNT_OF(intervals))
{
    const struct event message = {.kind = EVENT_MESSAGE, .as.message = "100%s done"};

    update(&model, &message);
    for (int i = 0; i <= intervals[_i].samples; i++) {
        ck_assert_str_eq(model.message, "100%s done");
        host_sample.snapshot.system.monotonic_ns += intervals[_i].interval_ns;
        give_sample(&host_sample);
    }
    ck_assert_str_eq(model.message, "");
}

CASE(pins_that_change_are_reported)
{
    host_sample.snapshot.pins = PINS_REVOKED;
    give_sample(&host_sample);
    ck_assert_str_eq(model.message, "The pinned BPF programs were revoked");
    host_sample.snapshot.pins = PINS_REPLACED;
    give_sample(&host_sample);
    ck_assert_str_eq(model.message, "New pinned BPF programs are in use");
}

/* Only what is to be shown may be asked for: it is what a scan costs. */
CASE(asks_for_no_more_than_it_needs)
{
    const need_t least = NEED_STAT | NEED_COMM; /* one file */

    ck_assert_uint_eq(sample_request_of(&model).need, least);
    ck_assert_uint_eq(sample_request_of(&model).rows, ROWS_PROCESSES);
    press_keys("c x l m t");
    ck_assert_uint_eq(sample_request_of(&model).need, least);
    press_keys("H");
    ck_assert_uint_eq(sample_request_of(&model).rows, ROWS_THREADS);
    press_keys("M");
    ck_assert_uint_eq(sample_request_of(&model).need, least | NEED_MEM);
    press_keys("P u 0 <Enter>");
    ck_assert_uint_eq(sample_request_of(&model).need, least | NEED_OWNER);
    press_keys("U 0 <Enter>");
    ck_assert_uint_eq(sample_request_of(&model).need, least | NEED_STATUS);
    press_keys("=");
    ck_assert_uint_eq(sample_request_of(&model).need, least);
}

/* %CPU is of one processor; no more than the task's threads or the host can give. */
CASE(cpu_is_bounded)
{
    struct process process = {.nlwp = 1};
    struct task task = {.kind = TASK_PROCESS, .process = &process, .delta_cpu_ns = 500000000};
    struct branch branch = {.hidden_cpu_ns = 200000000};
    struct table_row row = {.task = &task, .figures = &task};

    ck_assert_double_eq_tol(table_row_cpu_percent(&model, &row), 25, 1e-9);
    row.branch = &branch; /* what those below it used that it hides */
    ck_assert_double_eq_tol(table_row_cpu_percent(&model, &row), 35, 1e-9);
    row.branch = NULL;
    task.delta_cpu_ns = UINT64_C(2100000000);
    ck_assert_double_eq_tol(table_row_cpu_percent(&model, &row), 100, 1e-9);
    process.nlwp = 64;
    ck_assert_double_eq_tol(table_row_cpu_percent(&model, &row), 105, 1e-9);
    task.delta_cpu_ns = UINT64_C(9000000000);
    ck_assert_double_eq_tol(table_row_cpu_percent(&model, &row), 400, 1e-9);
    press_key("I");
    ck_assert_double_eq_tol(table_row_cpu_percent(&model, &row), 100, 1e-9);
    task.kind = TASK_THREAD;
    ck_assert_double_eq_tol(table_row_cpu_percent(&model, &row), 25, 1e-9);
    host_sample.interval_ns = 0;
    ck_assert_double_nan(table_row_cpu_percent(&model, &row));
    host_sample.interval_ns = 2 * NS_PER_S;
    task.cpu_not_compared = true;
    ck_assert_double_nan(table_row_cpu_percent(&model, &row));
}

/* Any other selection of tasks ends that of -p. */
CASE(other_choices_end_a_list_of_pids)
{
    static const char *const keys[] = {"=", "u <Enter>", "U 0 <Enter>"};

    for (int i = 0; i < COUNT_OF(keys); i++) {
        model.pids[0] = 300;
        model.pid_count = 1;
        press_keys(keys[i]);
        ck_assert_msg(model.pid_count == 0, "%s", keys[i]);
    }
    model.pid_count = 1;
    press_keys("u n o - o n e <Enter>");
    ck_assert_uint_eq(model.pid_count, 1);
}

/* A configuration may be from a wider screen. */
CASE(as_many_processors_share_a_line_as_there_is_room_for)
{
    struct window_settings *settings = &model.window->settings;

    settings->adjoining = 8; /* in stock top's file also with all processors on one line */
    ck_assert_uint_eq(summary_adjoining(&model), 1);
    ck_assert_uint_eq(summary_memory_adjoining(settings), 1);
    settings->cpu_choice.mode = CPUS_EACH;
    ck_assert_uint_eq(summary_adjoining(&model), 2);
    ck_assert_uint_eq(summary_memory_adjoining(settings), 2);
    settings->cpus = SUMMARY_BARS;
    ck_assert_uint_eq(summary_adjoining(&model), 3);
    resize(24, 240);
    ck_assert_uint_eq(summary_adjoining(&model), 8);
}

/* Kubernetes counts CPUs in thousandths, and gives most containers less than one. */
CASE(a_limit_of_cpus_has_the_decimals_that_it_needs)
{
    static const struct {
        double cpus;
        const char *shown;
    } limits[] = {
        {0.04, " 0.04 "}, {0.25, " 0.25 "}, {0.3, " 0.3 "}, {1, " 1.0 "}, {2.0 / 3, " 0.67 "}};
    char line[64];

    for (int i = 0; i < COUNT_OF(limits); i++) {
        host_sample.host.limits = (struct host_limits){.cpus = limits[i].cpus};
        snprintf(line, sizeof(line), "\nIn a container:%sof 4 CPUs\n", limits[i].shown);
        expect_shown(line, true);
    }
}

CASE(a_size_that_was_asked_for_only_shrinks)
{
    model.max_cols = 60;
    model.max_rows = 12;
    resize(24, 80);
    ck_assert_uint_eq(model.cols, 60);
    ck_assert_uint_eq(model.rows, 12);
    model.max_cols = 100;
    model.max_rows = 30;
    resize(24, 80);
    ck_assert_uint_eq(model.cols, 80);
    ck_assert_uint_eq(model.rows, 24);
}

/* Text that was pasted in another window's place, whatever it contains. */
CASE(pasted_text_is_no_command)
{
    static const int keys[] = {PRESS_PASTE_BEGIN, 'x', PRESS_ESCAPE, 'q',
                               PRESS_DOWN,        'N', PRESS_F10,    PRESS_CTRL_K,
                               PRESS_PASTE_END};
    const struct event click = {.kind = EVENT_MOUSE, .as.mouse = {MOUSE_CLICK, 6, 0}};

    for (int i = 0; i < COUNT_OF(keys); i++) {
        const struct event event = {.kind = EVENT_KEY, .as.key = keys[i]};

        ck_assert(!update(&model, &event).quit);
        if (model.pasting)
            update(&model, &click);
    }
    ck_assert_int_eq(model.window->settings.sort, FIELD_CPU);
    ck_assert_int_eq(model.detail.kind, DETAIL_NONE);
    ck_assert_uint_eq(model.log.count, 1); /* one message, which leaves the others in the log */
    ck_assert(press_key("q").quit);
}

/* Only its characters get into an answer. */
CASE(pasted_text_answers_nothing)
{
    /* clang-format off */
    static const int keys[] = {'k', PRESS_PASTE_BEGIN, '4', PRESS_ESCAPE, '1', PRESS_ENTER,
                               PRESS_HOME, '2', PRESS_CTRL_U, PRESS_BACKSPACE, PRESS_PASTE_END};
    /* clang-format on */
    char text[PROMPT_BYTES];

    for (int i = 0; i < COUNT_OF(keys); i++)
        update(&model, &(struct event){.kind = EVENT_KEY, .as.key = keys[i]});
    ck_assert_ptr_nonnull(model.prompt.question);
    prompt_text(&model.prompt, text);
    ck_assert_str_eq(text, "412");
    ck_assert_int_eq(press_keys("<Enter> <Enter>").pid, 412);
}

/* Where a single character answers, nor does one that is pasted. */
CASE(a_pasted_character_chooses_nothing)
{
    static const int keys[] = {'g', PRESS_PASTE_BEGIN, '2', PRESS_PASTE_END};

    for (int i = 0; i < COUNT_OF(keys); i++)
        update(&model, &(struct event){.kind = EVENT_KEY, .as.key = keys[i]});
    ck_assert_ptr_nonnull(model.prompt.question);
    ck_assert_ptr_eq(model.window, &model.windows[0]);
    ck_assert_str_eq(model.message, "Pasted text ignored: only prompts take it");
    press_keys("2");
    ck_assert_ptr_eq(model.window, &model.windows[1]);
}

/* LINES may give it as many lines as a screen has. */
CASE(batch_mode_is_no_screen)
{
    model.settings.key_bar = true;
    press_keys("i o '!COMMAND=c <Enter>");
    expect_shown("F7Nice -", true);
    expect_shown(": !COMMAND=c, idle hidden", true);
    model.batch = true;
    expect_shown("F7Nice -", false);
    expect_shown("idle hidden", false);
}
