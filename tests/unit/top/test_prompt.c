/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Questions: which task they are about, how answers are edited, and which are kept. */
#include <stdio.h>
#include <string.h>

#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/model/events.h"

FIXTURE(model_fixture_setup, model_fixture_teardown);

/* The signal that ends a task does not go to another one that a refresh brought to the top. */
CASE(a_prompt_keeps_the_task_that_it_named)
{
    struct effects effects;

    press_key("k");
    model.window->settings.sort = FIELD_PID;
    give_sample(&host_sample);
    ck_assert_int_eq(model.window->rows.tasks[0]->tid, 32000);
    effects = press_keys("<Enter> <Enter>");
    ck_assert_int_eq(effects.pid, 300);
}

/* Nor to one that was given its number while the answer was typed. */
LOOP(a_prompt_keeps_the_task_shown, 2)
{
    struct task *task = task_of(300);
    const uint64_t start_ns = task->start_ns;
    const bool first = _i == 0;
    struct effects effects;

    press_key("k");
    press_keys(first ? "" : "<Enter>");
    task->start_ns++;
    give_sample(&host_sample);
    effects = press_keys(first ? "<Enter> <Enter>" : "<Enter>");
    task->start_ns = start_ns;
    ck_assert_int_eq(effects.action, ACTION_SIGNAL);
    ck_assert(effects.shown.known);
    ck_assert_int_eq(effects.shown.tgid, 300);
    ck_assert_uint_eq(effects.shown.start_ns, start_ns);
    ck_assert_str_eq(effects.name, "");

    /* Any task may be typed, whether it was shown or not. */
    effects = press_keys("r 3 0 0 <Enter> 5 <Enter>");
    ck_assert_int_eq(effects.action, ACTION_RENICE);
    ck_assert(effects.shown.known && effects.shown.start_ns == start_ns);
    ck_assert_str_ne(effects.name, "");
    effects = press_keys("k 9 9 9 9 9 9 <Enter> <Enter>");
    ck_assert_int_eq(effects.action, ACTION_SIGNAL);
    ck_assert(!effects.shown.known);
}

static const struct {
    const char *keys;
    const char *text;
    size_t cursor;
} edits[] = {
    {"a b c", "abc", 3},
    {"a b c <Left> <Left> x", "axbc", 2},
    {"a b c <BS>", "ab", 2},
    {"<BS>", "", 0},
    {"a b c <Home> <BS>", "abc", 0},
    {"a b c <Home> <Del>", "bc", 0},
    {"a b c <Del>", "abc", 3},
    {"a b c <C-a> x", "xabc", 1},
    {"a b c <C-a> <C-e> x", "abcx", 4},
    {"a b c <Home> <End> x", "abcx", 4},
    {"a b c <Home> <Left> x", "xabc", 1},
    {"a <Right> x", "ax", 2},
    {"a b c <Home> <Ins> x y", "xyc", 2},
    {"a <Home> <Ins> x y", "xy", 2},
    {"a b <Home> <Ins> x <Ins> y", "xyb", 2},
    {"a b c <C-u> d", "d", 1},
    {"a <Up> <Down> <PgUp> b", "ab", 2},
    {"a <Space> b", "a b", 3},
};

LOOP(answers_are_edited, COUNT_OF(edits))
{
    char text[PROMPT_BYTES];

    press_key("u");
    press_keys(edits[_i].keys);
    prompt_text(&model.prompt, text);
    ck_assert_str_eq(text, edits[_i].text);
    ck_assert_uint_eq(model.prompt.cursor, edits[_i].cursor);
    prompt_text_before_cursor(&model.prompt, text);
    ck_assert_uint_eq(strlen(text), edits[_i].cursor);
}

/* Three answers before this one: 1, 22, and 22 again. */
static const struct {
    const char *keys, *text;
} recalls[] = {
    {"", ""},
    {"<Up>", "22"},
    {"<Up> <Up>", "1"},
    {"<Up> <Up> <Up>", "1"},
    {"<Up> <Up> <Down>", "22"},
    {"<Up> <Down>", ""},
    {"<Down>", ""},
    {"<Up> x", "22x"},
    {"x <Up> <Down>", ""},
    {"<Up> <Esc> n", ""},
    {"<Up> <Up> <Esc> n <Up>", "22"},
};

LOOP(answers_are_recalled, COUNT_OF(recalls))
{
    char text[PROMPT_BYTES];

    press_keys("n 1 <Enter> n <Enter> n 2 2 <Enter> n <Up> <Enter> n");
    press_keys(recalls[_i].keys);
    prompt_text(&model.prompt, text);
    ck_assert_msg(strcmp(text, recalls[_i].text) == 0, "%s: '%s'", recalls[_i].keys, text);
    ck_assert_uint_eq(model.prompt.cursor, model.prompt.len);
}

CASE(as_many_answers_are_kept_as_there_is_room_for)
{
    char keys[32], text[PROMPT_BYTES];

    for (int i = 0; i < HISTORY_COUNT + 3; i++) {
        snprintf(keys, sizeof(keys), "n '%d <Enter>", i);
        press_keys(keys);
    }
    press_key("n");
    for (int i = 0; i < HISTORY_COUNT + 3; i++)
        press_key("<Up>");
    prompt_text(&model.prompt, text);
    ck_assert_str_eq(text, "3");
}

CASE(answers_have_a_limit)
{
    press_key("u");
    for (int i = 0; i < 3 * PROMPT_MAX; i++)
        press_key("x");
    ck_assert_uint_eq(model.prompt.len, PROMPT_MAX);
    press_key("<Home>");
    press_key("y");
    ck_assert_uint_eq(model.prompt.len, PROMPT_MAX);
    ck_assert(model.prompt.text[0] == L'x');
}

/* Without a row there is no default, and Enter closes the question; 0 is top itself. */
static const char *const first_keys[] = {"k", "r", "<C-r>", "Y", "<F9>"};

LOOP(without_a_row_there_is_no_default, 2 * COUNT_OF(first_keys))
{
    model.settings.cursor = _i % 2;
    press_keys("<Down> \\ 'zzzz <Enter>");
    ck_assert_uint_eq(model.window->rows.count, 0);
    press_key(first_keys[_i / 2]);
    expect_shown(" (no default: no task is chosen) ", true);
    expect_shown("default pid", false);
    ck_assert_int_eq(press_keys("<Enter>").action, ACTION_NONE);
    ck_assert_ptr_null(model.prompt.question);
    ck_assert_str_eq(model.message, "No task is chosen");
    press_keys("k 0 <Enter>");
    ck_assert_int_eq(model.prompt.pid, model.self);
}

/* On a narrow screen the question is cut, not the answer; of a long one the end is shown. */
static const struct {
    size_t cols;
    const char *keys, *shown;
} narrow[] = {
    {30, "k '12", "\nPID to signal/kill [defaul 12\n"},
    {30, "k", "\nPID to signal/kill [default \n"},
    {30, "n '5", "\nMaximum tasks = 0, change t 5\n"},
    {10, "o '0123456", "\na 0123456\n"},
    {10, "o '01234567", "\n 01234567\n"},
    {10, "o '012345678", "\n012345678\n"},
    {10, "o '0123456789", "\n123456789\n"},
    {10, "o '0123456789 <Home>", "\n0123456789\n"},
    {10, "o '0123456789 <Left> <Left>", "\n0123456789\n"},
    {51, "k '12", "\nPID to signal/kill [default pid = 300 (database 12\n"},
    {53, "k '12", "\nPID to signal/kill [default pid = 300 (database)] 12\n"},
};

LOOP(the_answer_is_seen_on_a_narrow_screen, COUNT_OF(narrow))
{
    resize(24, narrow[_i].cols);
    press_keys(narrow[_i].keys);
    expect_shown(narrow[_i].shown, true);
}
