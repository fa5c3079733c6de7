/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cursor: it stays on its task, and keys act on that. */
#include "tests/common/fixed_host.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/run.h"

static void setup(void)
{
    model_fixture_setup();
    model.settings.cursor = true;
}

FIXTURE(setup, model_fixture_teardown);

static struct cursor *cursor(void)
{
    return &model.window->position.cursor;
}

/* The order of the screen: 300 412 430 41 441 1 2 40 413 420 421 440 32000. */
static const struct {
    const char *keys;
    size_t row;
    pid_t tid;
} moves[] = {
    {"<Down>", 1, 412},
    {"<Down> <Down> <Up>", 1, 412},
    {"<Up>", 0, 300},
    {"<End>", 12, 32000},
    {"<End> <Down>", 12, 32000},
    {"<End> <Home>", 0, 300},
    {"<Down> N", 7, 412}, /* another order: the cursor goes with its task */
    {"<Down> N R", 5, 412},
    {"<Down> P <Down>", 2, 430},
    {"L 'zcompile <BS> <Esc> <Down>", 1, 412},
    {"L 'compile <Enter>", 1, 412},
    {"/ 'compile <Enter>", 1, 412},
    {"<End> / 'compile <Esc>", 12, 32000},
    {"\\ 'c <Down> <Down> <Up> <Enter>", 1, 430},
    {"<End> \\ 'c <Down> <Down> <Esc>", 12, 32000},
};

LOOP(it_stays_on_its_task, COUNT_OF(moves))
{
    host_sample.request.need = ~(need_t)0;
    press_keys(moves[_i].keys);
    ck_assert(cursor()->on && !cursor()->lost);
    ck_assert_uint_eq(cursor()->row, moves[_i].row);
    ck_assert_int_eq(window_target(model.window)->tid, moves[_i].tid);
}

CASE(keys_act_on_it)
{
    const struct effects effects = press_keys("<Down> <F7>");

    ck_assert_int_eq(effects.action, ACTION_RENICE);
    ck_assert(effects.is_step);
    ck_assert_int_eq(effects.value, -1);
    ck_assert_int_eq(effects.pid, 412);
    press_keys("k");
    ck_assert_int_eq(model.prompt.pid, 412);
    press_keys("<Esc> <C-k>");
    ck_assert_int_eq(model.detail.task.tid, 412);
    press_keys("<C-k> <Esc> k");
    ck_assert_int_eq(model.prompt.pid, 300);
}

/* The next sample lacks the task: nothing else takes its place. */
CASE(a_task_that_exits_leaves_it_behind)
{
    struct snapshot *snapshot = &host_sample.snapshot;
    size_t at = 0;

    press_keys("<Down>");
    while (snapshot->tasks[at].tid != 412)
        at++;
    for (; at + 1 < snapshot->count; at++)
        snapshot->tasks[at] = snapshot->tasks[at + 1];
    snapshot->count--;
    give_sample(&host_sample);
    ck_assert(cursor()->on && cursor()->lost);
    ck_assert_uint_eq(cursor()->row, 1);
    ck_assert_str_eq(model.message, "PID 412 (compile) has exited");
    ck_assert_ptr_null(window_target(model.window));
    press_keys("k <Enter>");
    ck_assert(!model.prompt.question);
    press_keys("<Down>");
    ck_assert(!cursor()->lost);
}

/* Another task with the same PID is not the one that was meant. */
CASE(a_new_task_with_its_pid_is_another)
{
    press_keys("<Down>");
    model_find_task(&model, 412)->start_ns += 1000000000;
    give_sample(&host_sample);
    ck_assert(cursor()->lost);
}

/* A row may be missing for another reason. */
CASE(a_task_without_a_row_has_not_exited)
{
    press_keys("H");
    give_sample(&thread_sample);
    press_keys("<Home> <C-k>");
    ck_assert_int_eq(window_target(model.window)->tid, 301);
    press_keys("H");
    give_sample(&host_sample);
    ck_assert_str_eq(model.message, "PID 301 (db writer) is not shown any more");
    ck_assert_str_eq(buf_text(&model.detail.text), "no row in this sample");
    press_keys("k");
    expect_shown("PID to signal/kill (no default: no task is chosen) ", true);
}

/* What could not be read of a stuck task does not make it another one. */
CASE(a_stuck_task_is_the_same)
{
    struct effects effects;

    press_keys("<Down> Y <Enter>");
    task_of(412)->stat_unread = true;
    task_of(412)->start_ns = 0;
    give_sample(&host_sample);
    ck_assert(!cursor()->lost);
    ck_assert_str_eq(model.message, "");
    press_keys("<Enter>");
    ck_assert_int_eq(model.screen, SCREEN_INSPECT_VIEW);
    press_keys("q q k");
    expect_shown(" [default pid = 412 (compile)] ", true);
    effects = press_keys("<Enter> <Enter>");
    ck_assert_int_eq(effects.action, ACTION_SIGNAL);
    ck_assert_int_eq(effects.shown.tid, 412);
    ck_assert(!effects.shown.known);
    ck_assert_str_eq(effects.name, "compile");
}

CASE(a_stuck_task_keeps_what_was_read_of_it)
{
    struct detail_requests list = {0};
    struct sample before;
    struct task *task = task_of(412);

    fixed_host_init(&before);
    task->stat_unread = true;
    task->start_ns = 0;
    task->have &= ~(need_t)NEED_CMDLINE;
    press_keys("c");
    visible_details_list(&model, &before, &list);
    ck_assert(task->have & NEED_CMDLINE);
    detail_requests_fini(&list);
    fixed_host_fini(&before);
}

CASE(the_screen_scrolls_to_it)
{
    resize(12, 80);
    press_keys("<End>");
    ck_assert_uint_eq(model.window->position.first_row, 8);
    press_keys("<Up> <Up> <Up> <Up> <Up>");
    ck_assert_uint_eq(model.window->position.first_row, 7);
    press_keys("N");
    ck_assert_uint_eq(window_target_row(model.window), cursor()->row);
    ck_assert_uint_le(model.window->position.first_row, cursor()->row);
    ck_assert_uint_lt(cursor()->row, model.window->position.first_row + 5);
}

CASE(a_hidden_table_does_not_scroll)
{
    resize(12, 80);
    press_keys("A - <PgDn> <PgDn> <Down> <End> -");
    ck_assert(!cursor()->on);
    ck_assert_uint_eq(model.window->position.first_row, 0);
}

/* Who looks around does not choose a task. */
CASE(the_wheel_moves_it_and_turns_none_on)
{
    const struct event wheel = {.kind = EVENT_MOUSE, .as.mouse.action = MOUSE_WHEEL_DOWN};

    resize(12, 80);
    update(&model, &wheel);
    ck_assert(!cursor()->on);
    ck_assert_uint_eq(model.window->position.first_row, 3);
    press_keys("<Down>");
    ck_assert_uint_eq(cursor()->row, 4);
    update(&model, &wheel);
    ck_assert_uint_eq(cursor()->row, 7);
    ck_assert_uint_eq(model.window->position.first_row, 3);
}
