/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What frames show of earlier samples and of a mark, and the keys that act on the present alone. */
#include <stdio.h>

#include "tests/unit/run.h"
#include "tests/unit/top/lookback_fixture.h"
#include "top/table/table.h"

FIXTURE(lookback_setup, lookback_teardown);

/* The earlier sample lacks it, so there is nothing to show of it, and it stays chosen. */
CASE(a_focus_stays_while_one_looks_back)
{
    task_of_sample(&samples[0], 412)->start_ns++;
    refresh(3, "second");
    press_keys("V <Down> <Down> F");
    ck_assert_uint_eq(model.window->rows.count, 3);
    press_keys("[");
    ck_assert_uint_eq(model.window->rows.count, 0);
    press_keys("]");
    ck_assert_uint_eq(model.window->rows.count, 3);
}

/* Averages are of the present, also in a window that has none yet. */
CASE(groups_of_the_past_have_no_average)
{
    press_keys("H *");
    refresh(3, "second");
    refresh(3, "third");
    press_keys("a [ *");
    ck_assert_uint_gt(model.window->rows.count, 0);
    for (size_t i = 0; i < model.window->rows.count; i++) {
        const struct table_row row = table_row_at(model.window, i);

        ck_assert_ptr_nonnull(table_row_group(&row));
        ck_assert_double_lt(table_row_group(&row)->threads, 0);
    }
}

/* Nothing is read for them. */
CASE(panes_say_what_earlier_samples_lack)
{
    task_of(300)->have &= ~NEED_ENVIRON;
    refresh(3, "second");
    press_keys("[ <C-d>");
    expect_shown("Not while looking back", true);
    press_keys("<C-n>");
    expect_shown("not read then", true);
}

/* Those of its control group are not kept. */
CASE(figures_of_a_group_are_not_of_the_past)
{
    for (unsigned i = 0; i < 2; i++)
        samples[i].cgroup = (struct cgroup_figures){.have = CGROUP_OOM, .oom_kills = 7 + i};
    press_keys("<C-g>");
    refresh(3, "second");
    expect_shown("OOM kills 7", true);
    press_keys("[");
    expect_shown("OOM kills", false);
    press_keys("<Esc>");
    expect_shown("OOM kills 7", true);
}

/* What they show is not kept. */
LOOP(screens_of_the_present_are_refused, 2)
{
    static const char *const keys[] = {"7", "8"};

    refresh(3, "second");
    press_keys("[ H");
    ck_assert(!model.threads);
    expect_shown("Not while looking back: Esc shows the present", true);
    press_keys(keys[_i]);
    ck_assert_int_eq(model.screen, SCREEN_TASKS);
    expect_shown("Not while looking back: Esc shows the present", true);
    press_keys("<Esc>");
    press_keys(keys[_i]);
    ck_assert_int_ne(model.screen, SCREEN_TASKS);
}

CASE(keys_that_act_outside_are_refused)
{
    static const char *const keys[] = {"k", "r", "<C-r>", "Y", "W", "d", "s"};

    refresh(3, "second");
    press_keys("[");
    for (int i = 0; i < COUNT_OF(keys); i++) {
        ck_assert_int_eq(press_key(keys[i]).action, ACTION_NONE);
        ck_assert_ptr_null(model.prompt.question);
        ck_assert_str_ne(model.message, "");
    }
    press_keys("<Esc> k");
    ck_assert_ptr_nonnull(model.prompt.question);
}

/* A command line that was not shown then is not known now; the name is. */
CASE(names_stand_for_lines_that_were_not_read)
{
    for (size_t i = 0; i < samples[0].snapshot.count; i++)
        samples[0].snapshot.tasks[i].have &= ~(need_t)NEED_CMDLINE;
    refresh(3, "second");
    refresh(3, "third");
    press_keys("[ c");
    expect_shown("second", true);
    press_keys("<Esc>");
    expect_shown("second", false);
    expect_shown("/usr/bin/", true);
}

/* A search does not wait for figures that nobody will read. */
CASE(a_search_finds_what_is_there)
{
    refresh(3, "second");
    press_keys("[");
    model.sample->request.need = 0;
    press_keys("/ 'backup <Enter>");
    ck_assert(!model.window->position.search.failed);
    ck_assert(!model.window->position.search.waiting);
}

/* Of the past, all that a filter needs was read of the first task only. */
static const struct {
    const char *keys;
    need_t need;
    const char *shown;
} filters[] = {
    {"U 0 <Enter>", NEED_STATUS, "  1 of 13, 12 not known: any ID root\n"},
    {"U ! 0 <Enter>", NEED_STATUS, "  0 of 13, 12 not known: any ID !root\n"},
    {"o 'ENVIRON=x <Enter>", NEED_ENVIRON, "not known: "},
};

LOOP(a_filter_says_what_it_does_not_know, COUNT_OF(filters))
{
    for (size_t i = 1; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have &= ~filters[_i].need;
    refresh(3, "second");
    press_keys("[");
    press_keys(filters[_i].keys);
    expect_shown(filters[_i].shown, true);
    ck_assert_uint_eq(model.window->rows.count, model.window->rows.matched);
    press_keys("<Esc>");
    expect_shown("not known", false);
}

CASE(a_control_group_of_the_past)
{
    struct cgroup_choice *choice = &model.window->position.cgroup;

    for (size_t i = 1; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have &= ~(need_t)NEED_CGROUP;
    snprintf(choice->path, sizeof(choice->path), "/");
    refresh(3, "second");
    expect_shown("\n13 of 13: control group /\n", true);
    press_keys("[");
    expect_shown("1 of 13, 12 not known: control group /\n", true);
}

/* By what was read of the task on the screen alone. */
LOOP(tasks_of_the_past_are_not_grouped_by_what_is_not_known, 2)
{
    static const struct {
        const char *key, *shown;
        need_t need;
    } groups[] = {
        {"6", "  not grouped: container not known\n", NEED_CGROUP},
        {"8", "  not grouped: wait not known\n", NEED_WAIT},
    };

    for (size_t i = 1; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have &= ~groups[_i].need;
    refresh(3, "second");
    press_keys("[ %");
    press_keys(groups[_i].key);
    ck_assert_uint_eq(model.window->rows.count, 13);
    expect_shown(groups[_i].shown, true);
    press_keys("[");
    model.sample->request.need |= groups[_i].need; /* the others exited before */
    press_keys("R");
    ck_assert(model.window->rows.grouped);
    expect_shown("not grouped", false);
}

/* Of the backup, each sample has a second more of CPU time; others come and go. */
CASE(samples_are_compared_with_a_mark)
{
    struct task *last = &samples[1].snapshot.tasks[samples[1].snapshot.count - 1];

    refresh(3, "second");
    press_keys("@");
    expect_shown("Since 12:34:59: 0 new, 0 gone", true);
    expect_shown("NEW S    RES  %CPU     RES@     TIME@", true);
    last->start_ns++; /* another task with its number */
    refresh(3, "third");
    expect_shown("Since 12:34:59: 1 new, 1 gone", true);
    expect_shown("430 root         D 999999   2.0        0   0:01.00", true);
    expect_shown("32000 99993002 new S", true);
    press_keys("H"); /* threads are no processes */
    ck_assert_ptr_nonnull(model.context.marks);
    press_keys("H [");
    expect_shown("Since 12:34:59: 0 new, 0 gone", true);
    expect_shown("430 root         D 999999   2.0        0   0:00.00", true);
    press_keys("<Esc> a");
    expect_shown("TIME@", false);
    press_keys("w");
    expect_shown("TIME@", true);
    press_keys("@");
    expect_shown("TIME@", false);
    expect_shown("Since", false);
    ck_assert_ptr_null(model.context.marks);
}

CASE(fields_of_a_mark_come_first)
{
    press_keys("<Tab>");
    expect_shown("fields: I/O", true);
    press_keys("@");
    expect_shown("TIME@", true);
    expect_shown("fields: I/O", false);
    press_keys("@");
    expect_shown("fields: I/O", true);
}

/* The field manager changes the window's own fields, so these are shown. */
CASE(the_field_manager_ends_the_fields_of_a_mark)
{
    press_keys("@");
    expect_shown("TIME@", true);
    press_keys("f q");
    expect_shown("TIME@", false);
    expect_shown("Since 12:34:56: 0 new, 0 gone", true);
}
