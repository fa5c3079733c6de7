/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Moving about: by rows and fields, with the mouse, and to what is looked for. */
#include "tests/unit/run.h"
#include "tests/unit/top/keys.h"
#include "tests/unit/top/model_fixture.h"

FIXTURE(model_fixture_setup, model_fixture_teardown);

/* All that is shown has been read of every task. */
static const struct key_case searches[] = {
    {"L 'compile <Enter>", " row 1 search compile"},
    {"L 'COMPILE <Enter>", " search COMPILE failed says"},
    {"L 'a <Enter>", " search a"},
    {"L 'a <Enter> &", " row 2 search a"},
    {"L 'a <Enter> & L <Enter>", " row 2"},
    {"L '32000 <Enter>", " row 12 search 32000"},
    {"L '32000 <Enter> &", " row 12 search 32000 failed says"},
    {"L '32000 <Enter> <Up>", " row 11 search 32000"},
    {"L '32000 <Enter> <Home>", " search 32000"},
    {"L '32000 <Enter> =", " combined=1"},
    {"/ 'CO", " search CO failed"},
    {"/ 'co", " row 1 search co"},
    {"/ 'coz <BS>", " row 1 search co"},
    {"/ 'zco", " row 8 search zco failed"},
    {"/ 'zco <Home> <Del>", " row 1 search co"},
    {"/ 'Co <Home> <Del> c", " row 1 search co"},
    {"/ 'co <BS> <BS>", ""},
    {"/ 'co <Esc>", ""},
    {"/ 'k <Down>", " row 3 search k"},
    {"/ 'k <Down> <Up>", " row 2 search k"},
    {"/ 'k <Down> <Left> <Ins> <End>", " row 3 search k"}, /* none of them changes the text */
    {"/ 'k <Up> <Down>", " row 2 search k"},
    {"/ 'compile <Down>", " row 1 search compile"}, /* the only one: it is found again */
    {"/ 'compile <Up>", " row 1 search compile"},
    {"/ 'zco <Down>", " row 8 search zco failed"},
    {"/ 'k <Enter>", " row 2 search k"},
    {"/ 'k <Enter> &", " row 3 search k"},
    {"<Down> <Down> <Down> / 'compile", " row 1 search compile"},
};

LOOP(rows_are_found, COUNT_OF(searches))
{
    struct effects effects;

    host_sample.request.need = ~(need_t)0;
    give_sample(&host_sample);
    effects = press_keys(searches[_i].keys);
    prompt_close(&model.prompt);
    key_case_check_told(&searches[_i], &effects);
}

/* The header of the first screen is in row 6, its fields end in columns 5, 14, 18 ... */
static const struct {
    struct key_case keys; /* and what is different when the mouse has acted, too */
    struct mouse mouse;
} clicks[] = {
    {{"", " sort=PID"}, {MOUSE_CLICK, 6, 0}},
    {{"", " sort=PID"}, {MOUSE_CLICK, 6, 5}}, /* the blank behind a field is its */
    {{"", " sort=USER wants"}, {MOUSE_CLICK, 6, 6}},
    {{"", " sort=COMMAND"}, {MOUSE_CLICK, 6, 79}},
    {{"", " ascending=yes"}, {MOUSE_CLICK, 6, 50}}, /* %CPU it is sorted by already */
    {{"R", ""}, {MOUSE_CLICK, 6, 50}},
    {{"<Right>", " sort=USER column 1 wants"}, {MOUSE_CLICK, 6, 0}},
    {{"V", ""}, {MOUSE_CLICK, 6, 50}},
    {{"", ""}, {MOUSE_CLICK, 7, 0}},
    {{"", ""}, {MOUSE_CLICK, 0, 0}},
    {{"", ""}, {MOUSE_CLICK, 5, 0}},
    {{"", ""}, {MOUSE_CLICK, 99, 99}},
    {{"l", " sort=PID load=no"}, {MOUSE_CLICK, 5, 0}},
    {{"\"", " sort=PID"}, {MOUSE_CLICK, 6, 0}},
    {{"n", " prompt max-tasks of 300"}, {MOUSE_CLICK, 6, 0}},
    {{"?", " help 0"}, {MOUSE_CLICK, 6, 0}},
    {{"A", " alternate=yes window=2 wants"}, {MOUSE_CLICK, 12, 1}},
    {{"", ""}, {MOUSE_WHEEL_DOWN, 10, 10}}, /* all is to be seen */
    {{"n 3 <Enter>", " max-tasks=3 row 3"}, {MOUSE_WHEEL_DOWN, 10, 10}},
    {{"n 3 <Enter> <Down> <Down>", " max-tasks=3"}, {MOUSE_WHEEL_UP, 10, 10}},
    {{"?", " help 3"}, {MOUSE_WHEEL_DOWN, 0, 0}},
    {{"? <Down>", " help 0"}, {MOUSE_WHEEL_UP, 0, 0}},
    {{"Y <Enter>", " choice 300 0"}, {MOUSE_WHEEL_DOWN, 0, 0}},
    {{"Y <Enter> <Enter> L 'Limits <Enter>", " view 300 0 line 5 cell 0"}, {MOUSE_WHEEL_UP, 0, 0}},
    {{"Y <Enter> <Enter>", " view 300 0 line 0 cell 0"}, {MOUSE_WHEEL_DOWN, 0, 0}},
};

LOOP(the_mouse_scrolls_and_sorts, COUNT_OF(clicks))
{
    const struct event event = {.kind = EVENT_MOUSE, .as.mouse = clicks[_i].mouse};
    struct effects effects;

    press_keys(clicks[_i].keys.keys);
    effects = update(&model, &event);
    key_case_check_told(&clicks[_i].keys, &effects);
}

/* With five tasks to a page, of thirteen. */
static const struct {
    const char *keys;
    size_t row;
} scrolls[] = {
    {"<Down>", 1},
    {"<Down> <Down> <Up>", 1},
    {"<Up>", 0},
    {"<PgDn>", 4},                /* the last row of the page becomes the first */
    {"<PgDn> <PgDn>", 8},         /* the last page is full */
    {"<PgDn> <PgDn> <PgDn>", 12}, /* to the last task, as by single rows */
    {"<PgDn> <PgDn> <PgDn> <PgUp>", 8},
    {"<PgDn> <PgDn> <PgUp>", 4},
    {"<Down> <PgUp>", 0},
    {"<End>", 8},
    {"<End> <Down>", 9}, /* to where the last task is the first on the screen */
    {"<End> <Down> <End>", 8},
    {"<End> <Down> <Down> <Down> <Down> <Down> <Down>", 12},
    {"<End> <Up>", 7},
    {"H <End>", 8}, /* before the threads have been read */
    {"<End> <Home>", 0},
    {"<End> i", 0},
    {"<End> u 0 <Enter>", 0},
    {"<End> =", 0},
    {"n 3 <Enter> <PgDn>", 1}, /* a limited number: two rows stay */
    {"n 1 <Enter> <PgDn>", 1},
    {"n 3 <Enter> <End>", 10},
};

LOOP(rows_scroll, COUNT_OF(scrolls))
{
    resize(12, 80);
    press_keys(scrolls[_i].keys);
    ck_assert_msg(model.window->position.first_row == scrolls[_i].row, "%s: row %zu",
                  scrolls[_i].keys, model.window->position.first_row);
}

/* The rows of a new sample may contain a text of which those before had not even the beginning. */
CASE(a_text_is_found_in_later_rows)
{
    struct task *task = task_of(412);

    host_sample.request.need = ~(need_t)0;
    give_sample(&host_sample);
    press_keys("/ 'CO");
    expect_shown("No match: CO", true);
    task->comm = "COx";
    task->cmdline_len = 0;
    give_sample(&host_sample);
    press_keys("'x");
    expect_shown("Search: COx", true);
}

/* A search goes on in its window, or not at all. */
CASE(a_search_that_waits_ends_with_its_window)
{
    press_keys("A L 'compile <Enter>");
    ck_assert(model.window->position.search.waiting);
    press_keys("a w");
    host_sample.request.need = ~(need_t)0;
    give_sample(&host_sample);
    ck_assert_uint_eq(model.window->position.first_row, 0);
}

CASE(a_larger_screen_shows_what_was_scrolled_out)
{
    resize(12, 80);
    press_keys("<End>");
    resize(50, 80);
    ck_assert_uint_eq(model.window->position.first_row, 0);
}

/* Ten tasks to a page: without their children they would fill no page from there on. */
CASE(a_parent_that_hides_children_stays_first)
{
    resize(17, 80);
    press_keys("V <Down> <Down> v");
    ck_assert_uint_eq(model.window->position.collapsed_count, 1);
    ck_assert_uint_eq(model.window->position.first_row, 2);
    press_keys("v");
    ck_assert_uint_eq(model.window->position.collapsed_count, 0);
    ck_assert_uint_eq(model.window->position.first_row, 2);
}

/* Of twelve fields, the last one of which takes eight cells at least. */
CASE(home_and_end_scroll_fields_too)
{
    resize(12, 40);
    press_keys("<Right> <Right> <End>");
    ck_assert_uint_eq(model.window->position.first_column, 6); /* SHR S %CPU %MEM TIME+ COMMAND */
    press_keys("<Home>");
    ck_assert_uint_eq(model.window->position.first_column, 0);
    for (int i = 0; i < 13; i++)
        press_key("<Right>");
    ck_assert_uint_gt(model.window->position.text_offset, 0);
    press_keys("<End>");
    ck_assert_uint_eq(model.window->position.first_column, 6);
    ck_assert_uint_eq(model.window->position.text_offset, 0);
}

/* All fields can be hidden: then there is nothing to scroll. */
CASE(no_field_does_not_scroll)
{
    for (size_t i = 0; i < FIELD_COUNT; i++)
        model.window->settings.slots[i].shown = false;
    window_update_fields(model.window);
    press_keys("<End>");
    ck_assert_uint_eq(model.window->position.first_column, 0);
    press_keys("<Left> <Right> <Left> <End>");
    ck_assert_uint_eq(model.window->position.first_column, 0);
    expect_shown("18446744", false);
}

/* Its text scrolls only where no other field is beside it. */
CASE(fields_behind_a_flexible_one_are_reached)
{
    struct field_slot *slots = model.window->settings.slots;
    const size_t at = field_slots_find(slots, FIELD_COMMAND);
    const struct field_slot first = slots[0];

    slots[0] = slots[at];
    slots[at] = first;
    window_update_fields(model.window);
    ck_assert_int_eq(model.window->settings.fields[0], FIELD_COMMAND);
    press_keys("<Right> <Right> <Right>");
    ck_assert_uint_eq(model.window->position.first_column, 3);
    ck_assert_uint_eq(model.window->position.text_offset, 0);
}

CASE(fields_scroll_to_the_last_and_then_through_its_text)
{
    for (int i = 0; i < 11; i++)
        press_key("<Right>");
    ck_assert_uint_eq(model.window->position.first_column, 11);
    ck_assert_uint_eq(model.window->position.text_offset, 0);
    press_keys("<Right> <Right>");
    ck_assert_uint_eq(model.window->position.first_column, 11);
    ck_assert_uint_eq(model.window->position.text_offset, 16);
    press_keys("<Left> <Left> <Left>");
    ck_assert_uint_eq(model.window->position.first_column, 10);
    ck_assert_uint_eq(model.window->position.text_offset, 0);
    for (int i = 0; i < 1000; i++)
        press_key("<Right>");
    ck_assert_uint_le(model.window->position.text_offset, 512);
}
