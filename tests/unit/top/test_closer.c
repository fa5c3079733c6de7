/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A closer look at one task: the detail pane, and what is inspected. */
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/source.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/actions.h"
#include "top/model/model.h"
#include "top/run.h"
#include "top/screens/detail_pane.h"

FIXTURE(model_fixture_setup, model_fixture_teardown);

static const struct inspect_entry entries[] = {
    {INSPECT_PIPE, "One", "one %d %% %s %n"},
    {INSPECT_FILE, "Two", "/proc/%d/two%d"},
};

/* Its files are requested while it is looked at, and no other task's; no scan waits for them. */
CASE(the_detail_pane_reads_of_one_task)
{
    const struct event filled = {.kind = EVENT_FILLED};
    struct detail_requests list = {0};
    struct task *task = task_of(300);

    task->have &= ~NEED_ENVIRON;
    press_keys("<C-n>");
    ck_assert(sample_request_is_met(&model));
    visible_details_list(&model, NULL, &list);
    ck_assert_uint_eq(list.count, 1);
    ck_assert_int_eq(list.rows[0].task.tid, 300);
    ck_assert_uint_eq(list.rows[0].need, NEED_ENVIRON);
    ck_assert_uint_eq(model.detail.elements.count, 0);
    ck_assert_str_eq(buf_text(&model.detail.text), "reading ...");

    task->have |= NEED_ENVIRON;
    update(&model, &filled);
    ck_assert_str_eq(buf_text(&model.detail.text), "HOME=/ TERM=xterm");
    task->have &= ~NEED_ENVIRON;
    press_keys("<C-l>");
    list.count = 0;
    visible_details_list(&model, NULL, &list);
    ck_assert_uint_eq(list.count, 0);
    detail_requests_fini(&list);
}

/* Its PID is another's now: nothing of that one is shown or run. */
CASE(a_task_of_the_same_pid_is_another_one)
{
    const struct event filled = {.kind = EVENT_FILLED};

    model.inspect_entries = (struct inspect_entries){entries, 2};
    press_keys("<C-n>");
    task_of(300)->start_ns++;
    update(&model, &filled);
    ck_assert_str_eq(buf_text(&model.detail.text), "the task has exited");
    press_keys("Y <Enter>");
    task_of(300)->start_ns++;
    ck_assert_int_eq(press_keys("<Enter>").action, ACTION_NONE);
    expect_shown("No such process or thread: 300", true);
}

/* What is behind the longest text is counted, also what would still fit. */
CASE(what_the_pane_has_no_room_for_is_counted)
{
    const struct event filled = {.kind = EVENT_FILLED};
    static char environ[(60 << 10) * 3 + 4];
    struct task *task = task_of(300);

    memset(environ, 'x', sizeof(environ) - 2);
    environ[60 << 10] = environ[(60 << 10) * 2] = environ[(60 << 10) * 3] = '\0';
    task->details->environ = environ;
    task->details->environ_len = sizeof(environ);
    press_keys("<C-n>");
    update(&model, &filled);
    ck_assert_uint_eq(model.detail.elements.count, 2);
    ck_assert_str_eq(strrchr(buf_text(&model.detail.text), 'x'), "x\n..., 2 more");
}

/* "HOME=/ ", TER, M=x, ter and m, the last four behind a mark; three lines are shown at once. */
CASE(all_lines_of_an_element_can_be_seen)
{
    static const struct {
        const char *key;
        size_t selected, first;
    } steps[] = {
        {"<Tab>", 1, 0},   {"<Tab>", 2, 1},   {"<Tab>", 2, 2},   {"<Tab>", 0, 0},
        {"<S-Tab>", 2, 2}, {"<S-Tab>", 2, 0}, {"<S-Tab>", 1, 0}, {"<S-Tab>", 0, 0},
    };

    resize(12, 7);
    press_keys("<C-n>");
    ck_assert_uint_eq(model.detail.lines.count, 5);
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        press_keys(steps[i].key);
        ck_assert_msg(model.detail.selected == steps[i].selected &&
                          detail_pane_first_line(&model.detail, 3) == steps[i].first,
                      "step %zu: %zu from line %zu", i, model.detail.selected,
                      detail_pane_first_line(&model.detail, 3));
    }
}

CASE(the_log_keeps_the_last_messages)
{
    char text[32];

    for (int i = 1; i <= MESSAGE_LOG_COUNT + 2; i++)
        model_set_message(&model, "message %d", i);
    ck_assert_uint_eq(model.log.count, MESSAGE_LOG_COUNT);
    for (size_t i = 0; i < MESSAGE_LOG_COUNT; i++) {
        snprintf(text, sizeof(text), "message %zu", MESSAGE_LOG_COUNT + 2 - i);
        ck_assert_str_eq(model_message_at(&model, i), text);
    }
}

static void take_output(const char *text, size_t len)
{
    const struct event event = {.kind = EVENT_OUTPUT, .as.output = {text, len}};

    update(&model, &event);
}

CASE(only_a_number_gets_into_what_is_run)
{
    struct buf source = {0};

    inspect_put_source(&entries[0], 42, &source);
    ck_assert_str_eq(buf_text(&source), "one 42 % %s %n");
    buf_clear(&source);
    inspect_put_source(&entries[1], 42, &source);
    BUF_CHECK(&source, "/proc/42/two42");
}

/* Were there another way to its screen. */
CASE(secure_mode_inspects_nothing)
{
    model.inspect_entries = (struct inspect_entries){entries, 2};
    press_keys("Y <Enter>");
    model.secure = true;
    ck_assert_int_eq(press_keys("<Enter>").action, ACTION_NONE);
    model.secure = false;
}

CASE(an_inspection_is_asked_for_and_stopped)
{
    const struct event end = {.kind = EVENT_OUTPUT_END, .as.message = "it broke"};
    struct effects effects;

    model.inspect_entries = (struct inspect_entries){entries, 2};
    effects = press_keys("Y <Enter> <Right> <Enter>");
    ck_assert_int_eq(effects.action, ACTION_INSPECT);
    ck_assert_int_eq(effects.pid, 300);
    ck_assert_uint_eq(effects.entry, 1);
    ck_assert(task_is_same(&effects.shown, task_of(300)) && effects.shown.known);
    take_output("a\nb", 3);
    take_output("c\n", 2);
    ck_assert_uint_eq(model.inspection.line_count, 2);
    effects = press_keys("<Enter>");
    ck_assert_int_eq(effects.action, ACTION_INSPECT_STOP);
    take_output("late", 4);
    ck_assert_uint_eq(model.inspection.line_count, 0);
    press_keys("<Enter>");
    take_output("a", 1);
    update(&model, &end);
    ck_assert_str_eq(model.message, "it broke");
    effects = press_keys("q"); /* there is nothing to stop any more */
    ck_assert_int_eq(effects.action, ACTION_NONE);
}

CASE(nothing_is_run_for_another_task_of_the_same_pid)
{
    struct effects effects = {
        .pid = getpid(), .shown = {.tgid = getpid(), .tid = getpid(), .known = true}, .name = "x"};
    struct buf why = {0};
    char expected[MESSAGE_BYTES];

    ck_assert_int_eq(process_start_read(getpid(), &effects.shown.start_ns), 0);
    ck_assert(actions_may_inspect(&effects, &why));
    effects.shown.start_ns++;
    ck_assert(!actions_may_inspect(&effects, &why));
    snprintf(expected, sizeof(expected),
             "PID %d (x) exited and its PID was reused; nothing was done", (int)getpid());
    ck_assert_str_eq(buf_text(&why), expected);
    effects.pid = INT_MAX; /* there is never such a task */
    buf_clear(&why);
    ck_assert(!actions_may_inspect(&effects, &why));
    BUF_CHECK(&why, strerror(ESRCH));
}

CASE(a_search_is_repeated_if_there_was_one)
{
    model.inspect_entries = (struct inspect_entries){entries, 2};
    press_keys("Y <Enter> <Enter>");
    take_output("a\nb\na", 5);
    press_keys("&");
    ck_assert_str_eq(model.message, "Locate next inactive, use \"L\"");
    press_keys("L a <Enter> n");
    ck_assert_uint_eq(model.inspection.first_line, 2);
}

/* An output without end is cut, in bytes and in lines, and whoever writes it is stopped. */
CASE(an_inspection_has_a_limit)
{
    static char lines[INSPECT_LINES_MAX + 10], line[INSPECT_BYTES_MAX / 2 + 1];
    const struct event some = {.kind = EVENT_OUTPUT, .as.output = {lines, sizeof(lines)}};
    struct effects effects;

    memset(lines, '\n', sizeof(lines));
    memset(line, 'x', sizeof(line));
    model.inspect_entries = (struct inspect_entries){entries, 2};
    press_keys("Y <Enter> <Enter>");
    effects = update(&model, &some);
    ck_assert_int_eq(effects.action, ACTION_INSPECT_STOP);
    ck_assert_uint_eq(model.inspection.line_count, INSPECT_LINES_MAX);
    press_keys("<Enter> <Enter>");
    take_output(line, sizeof(line));
    ck_assert(!model.inspection.cut);
    take_output(line, sizeof(line));
    ck_assert(model.inspection.cut);
    ck_assert_uint_eq(model.inspection.text.len, sizeof(line));
    press_keys("<End> <Right> <PgDn> L 'xx <Enter> <Home>");
    ck_assert(!model.failed);
}

/* Characters that nobody can see are shown as their bytes; of accents as many as anywhere. */
CASE(an_inspection_hides_nothing)
{
    static const char output[] = "a\u202eb\u200bc\ne\u0301\u0301\u0301\u0301\u0301\u0301f\n";

    ck_assert_ptr_nonnull(setlocale(LC_CTYPE, "C.UTF-8"));
    model.inspect_entries = (struct inspect_entries){entries, 2};
    press_keys("Y <Enter> <Enter>");
    take_output(output, sizeof(output) - 1);
    expect_shown("\na<E2><80><AE>b<E2><80><8B>c\n", true);
    expect_shown("\ne\u0301\u0301\u0301\u0301f\n", true);
    press_keys("<Right>"); /* by eight cells, into a character */
    expect_shown("\n><AE>b<E2><80><8B>c\n", true);
}
