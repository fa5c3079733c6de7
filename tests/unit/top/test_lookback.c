/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Samples that are kept and shown again: what they have, which are dropped, and the keys for it. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/units.h"
#include "tests/common/fixed_host.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/base/events.h"
#include "top/model/model.h"
#include "top/run.h"
#include "top/work/detail_loader.h"

/* As the sampler has: one is filled while the other is shown. */
static struct sample samples[2];
static size_t made;

static void setup(void)
{
    model_fixture_setup();
    made = 0;
    for (size_t i = 0; i < 2; i++)
        fixed_host_init(&samples[i]);
}

static void teardown(void)
{
    for (size_t i = 0; i < 2; i++)
        fixed_host_fini(&samples[i]);
    model_fixture_teardown();
}

/* So many seconds later each time; the name of the backup, and its CPU time, are of this sample. */
static void refresh(unsigned seconds, const char *name)
{
    struct sample *sample = &samples[made++ % 2];
    struct task *task = task_of_sample(sample, 430);
    const struct system_info *before = &model.newest->snapshot.system;
    struct system_info *system = &sample->snapshot.system;

    system->monotonic_ns = before->monotonic_ns + seconds * NS_PER_S;
    system->realtime_ns = before->realtime_ns + (int64_t)(seconds * NS_PER_S);
    task->comm = name;
    task->utime_ns = made * NS_PER_S;
    sample->request = sample_request_of(&model);
    give_sample(sample);
    ck_assert(!model.failed);
}

static void press(const char *key)
{
    press_key(key);
    ck_assert(!model.failed);
}

/* Of three refreshes; whether a key has a message, too. */
static const struct {
    const char *key, *shown;
    bool says;
} steps[] = {
    {"[", "third", false},  {"[", "second", false},     {"[", "backup", false},
    {"[", "backup", true},  {"]", "second", false},     {"]", "third", false},
    {"]", "fourth", false}, {"]", "fourth", true},      {"[", "third", false},
    {"[", "second", false}, {"<Esc>", "fourth", false},
};

START_TEST(keys_go_back_and_forward)
{
    refresh(3, "second");
    refresh(3, "third");
    refresh(3, "fourth");
    expect_shown("fourth", true);
    for (int i = 0; i < COUNT_OF(steps); i++) {
        press(steps[i].key);
        expect_shown(steps[i].shown, true);
        ck_assert_msg((*model.message != '\0') == steps[i].says, "step %d: %s", i, model.message);
        ck_assert_int_eq(model_looks_back(&model), strcmp(steps[i].shown, "fourth") != 0);
    }
    ck_assert_ptr_eq(model.sample, model.newest);
    press("[");
    expect_shown("12:35:02, 0:03 ago", true);
    expect_shown("top - 12:35:02 up", true);
}

START_TEST(keys_go_by_minutes)
{
    static const struct {
        const char *key;
        unsigned age_s;
    } minutes[] = {{"{", 60}, {"{", 120}, {"{", 150}, {"}", 90}, {"}", 30}, {"}", 0}};

    for (int i = 0; i < 50; i++)
        refresh(3, "x");
    for (int i = 0; i < COUNT_OF(minutes); i++) {
        press(minutes[i].key);
        ck_assert_uint_eq(lookback_age_ns(&model.lookback, model.newest),
                          minutes[i].age_s * NS_PER_S);
    }
    ck_assert(!model_looks_back(&model));
}

/* What is shown stays while samples arrive, and these can be seen afterwards. */
START_TEST(samples_go_on_being_kept)
{
    refresh(3, "second");
    press("[");
    expect_shown("backup", true);
    refresh(3, "third");
    refresh(3, "fourth");
    expect_shown("backup", true);
    expect_shown("0:09 ago", true);
    press("]");
    expect_shown("second", true);
    press("]");
    expect_shown("third", true);
    press("]");
    expect_shown("fourth", true);
}

/* It has not begun in the earlier sample, so there is nothing to show of it, and it stays chosen.
 */
START_TEST(a_focus_stays_while_one_looks_back)
{
    task_of_sample(&samples[0], 412)->start_ns++;
    refresh(3, "second");
    press_keys("V <Down> <Down> F");
    ck_assert_uint_eq(model.window->rows.count, 3);
    press("[");
    ck_assert_uint_eq(model.window->rows.count, 0);
    press("]");
    ck_assert_uint_eq(model.window->rows.count, 3);
}

/* Exited tasks, the host, and tasks that have come since. */
START_TEST(a_sample_is_shown_as_it_was)
{
    const double load = host_sample.host.load[0];
    struct task *task = task_of_sample(&samples[0], 412);

    samples[0].host.load[0] = 77;
    samples[0].snapshot.tasks[samples[0].snapshot.count - 1].comm = "younger";
    samples[0].snapshot.tasks[samples[0].snapshot.count - 1].start_ns = 1;
    *task = *task_of_sample(&samples[0], 413);
    task->tid = task->tgid = 414;
    task[1].tid = task[1].tgid = 415;
    refresh(3, "second");
    expect_shown("younger", true);
    expect_shown("load average: 77.00", true);
    press("[");
    expect_shown("load average: 2.50", true);
    ck_assert_double_eq(model.sample->host.load[0], load);
    expect_shown("younger", false);
    expect_shown("a) R (b c", true);
    expect_shown("  412 ", true);
    expect_shown("  414 ", false);
    ck_assert_uint_eq(model.counts.running, 1);
}

START_TEST(limits_of_a_container_are_kept)
{
    fixed_host_make_container(&host_sample);
    refresh(3, "second");
    expect_shown("In a container", false);
    press("[");
    expect_shown("1.5 of 4 CPUs, 9420.8 of 10240.0 MiB used", true);
    ck_assert_double_eq(model_cpus_allowed(&model), 1.5);
    press("<Esc>");
    expect_shown("In a container", false);
}

/* Nothing is read for them. */
START_TEST(panes_say_what_earlier_samples_lack)
{
    task_of(300)->have &= ~NEED_ENVIRON;
    refresh(3, "second");
    press("[");
    press("<C-d>");
    expect_shown("Not while looking back", true);
    press("<C-n>");
    expect_shown("not read then", true);
}

/* Those of its control group are not kept. */
START_TEST(figures_of_a_group_are_not_of_the_past)
{
    for (unsigned i = 0; i < 2; i++)
        samples[i].cgroup = (struct cgroup_figures){.have = CGROUP_OOM, .oom_kills = 7 + i};
    press("<C-g>");
    refresh(3, "second");
    expect_shown("OOM kills 7", true);
    press("[");
    expect_shown("OOM kills", false);
    press("<Esc>");
    expect_shown("OOM kills 7", true);
}

/* What they show is not kept. */
START_TEST(screens_of_the_present_are_refused)
{
    static const char *const keys[] = {"7", "8"};

    refresh(3, "second");
    press("[");
    press(keys[_i]);
    ck_assert_int_eq(model.screen, SCREEN_TASKS);
    expect_shown("Not while looking back: Esc shows the present", true);
    press("<Esc>");
    press(keys[_i]);
    ck_assert_int_ne(model.screen, SCREEN_TASKS);
}

START_TEST(keys_that_act_outside_are_refused)
{
    static const char *const keys[] = {"k", "r", "<C-r>", "Y", "W", "d", "s"};

    refresh(3, "second");
    press("[");
    for (int i = 0; i < COUNT_OF(keys); i++) {
        ck_assert_int_eq(press_key(keys[i]).action, ACTION_NONE);
        ck_assert_ptr_null(model.prompt.question);
        ck_assert_str_ne(model.message, "");
    }
    press("<Esc>");
    press("k");
    ck_assert_ptr_nonnull(model.prompt.question);
}

/* The first sample is ten minutes old, and then a little older. */
START_TEST(old_samples_are_dropped)
{
    for (int i = 0; i < 20; i++)
        refresh(30, "x");
    ck_assert_uint_eq(model.lookback.count, 20);
    refresh(1, "x");
    ck_assert_uint_eq(model.lookback.count, 20);
    for (int i = 0; i < 20; i++)
        press("[");
    expect_shown("9:31 ago", true);
    refresh(600, "y"); /* what is shown stays until a key is pressed */
    expect_shown("19:31 ago", true);
    ck_assert_uint_eq(model.lookback.count, 1);
    press("]");
    expect_shown("10:00 ago", true);
}

/* Records of a few bytes less than the bound in all. */
START_TEST(the_oldest_make_room)
{
    struct lookback lookback = {.count = 0};
    static char text[4096];
    size_t most = 0;

    memset(text, 'x', sizeof(text) - 1);
    for (size_t s = 0; s < 2; s++) {
        for (pid_t pid = 50000; pid < 50500; pid++) {
            struct task *task = snapshot_add(&samples[s].snapshot);

            *task = samples[s].snapshot.tasks[0];
            task->tid = task->tgid = pid;
            task->start_ns = s; /* another task in each sample */
            task->cmdline = text;
            task->cmdline_len = sizeof(text);
        }
    }
    for (size_t i = 0; i < 40; i++) {
        struct sample *sample = &samples[i % 2], *newest = &samples[(i + 1) % 2];

        newest->snapshot.system.monotonic_ns = sample->snapshot.system.monotonic_ns + 1;
        ck_assert_int_eq(lookback_keep(&lookback, sample, newest), 0);
        ck_assert_uint_le(lookback.bytes.used, LOOKBACK_BYTES);
        ck_assert_uint_le(lookback.bytes.size, LOOKBACK_BYTES);
        most = lookback.count > most ? lookback.count : most;
    }
    ck_assert_uint_lt(most, 40);
    ck_assert_uint_ge(lookback.count, 10);
    ck_assert_int_eq(lookback_show(&lookback, &samples[0], SIZE_MAX), 0);
    ck_assert_uint_eq(lookback.back, lookback.count);
    ck_assert_uint_eq(lookback.shown.snapshot.count, samples[0].snapshot.count);
    lookback_fini(&lookback);
}

START_TEST(batch_mode_keeps_none)
{
    model.rows = ROWS_UNLIMITED;
    refresh(3, "second");
    ck_assert_uint_eq(model.lookback.count, 0);
}

/* What is read later is read for the newest sample, of the rows that were on the screen. */
START_TEST(rows_of_the_past_are_not_read)
{
    struct detail_requests list = {0};
    struct task *task = task_of_sample(&samples[1], 412);

    samples[0].snapshot.tasks[0].have &= ~NEED_EXE;
    for (size_t i = 0; i < samples[1].snapshot.count; i++)
        samples[1].snapshot.tasks[i].have &= ~(need_t)(NEED_EXE | NEED_FDS);
    refresh(3, "second");
    refresh(3, "third");
    task->have |= NEED_FDS;
    press("[");
    for (size_t i = 0; i < samples[0].snapshot.count; i++)
        samples[0].snapshot.tasks[i].have &= ~(need_t)(NEED_EXE | NEED_FDS);
    refresh(3, "fourth");
    visible_details_list(&model, &samples[1], &list);
    ck_assert_uint_eq(list.count, 1);
    ck_assert_int_eq(list.rows[0].task.tid, 412);
    ck_assert_uint_eq(list.rows[0].need, NEED_FDS);
    list.count = 0;
    visible_details_list(&model, NULL, &list);
    ck_assert_uint_eq(list.count, 0);
    detail_requests_fini(&list);
}

/* A command line that was not shown then is not known now; the name is. */
START_TEST(names_stand_for_lines_that_were_not_read)
{
    for (size_t i = 0; i < samples[0].snapshot.count; i++)
        samples[0].snapshot.tasks[i].have &= ~(need_t)NEED_CMDLINE;
    refresh(3, "second");
    refresh(3, "third");
    press("[");
    press("c");
    expect_shown("second", true);
    press("<Esc>");
    expect_shown("second", false);
    expect_shown("/usr/bin/", true);
}

/* A search does not wait for figures that nobody will read. */
START_TEST(a_search_finds_what_is_there)
{
    refresh(3, "second");
    press("[");
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

START_TEST(a_filter_says_what_it_does_not_know)
{
    for (size_t i = 1; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have &= ~filters[_i].need;
    refresh(3, "second");
    press("[");
    press_keys(filters[_i].keys);
    expect_shown(filters[_i].shown, true);
    ck_assert_uint_eq(model.window->rows.count, model.window->rows.matched);
    press("<Esc>");
    expect_shown("not known", false);
}

START_TEST(a_control_group_of_the_past)
{
    struct cgroup_choice *choice = &model.window->position.cgroup;

    for (size_t i = 1; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have &= ~(need_t)NEED_CGROUP;
    snprintf(choice->path, sizeof(choice->path), "/");
    refresh(3, "second");
    expect_shown("\n13 of 13: control group /\n", true);
    press("[");
    expect_shown("1 of 13, 12 not known: control group /\n", true);
}

/* By what was read of the task on the screen alone. */
START_TEST(tasks_of_the_past_are_not_grouped_by_what_is_not_known)
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
    press("[");
    press("%");
    press(groups[_i].key);
    ck_assert_uint_eq(model.window->rows.count, 13);
    expect_shown(groups[_i].shown, true);
    press("[");
    model.sample->request.need |= groups[_i].need; /* the others exited before */
    press("R");
    ck_assert(model.window->rows.grouped);
    expect_shown("not grouped", false);
}

/* Of the backup, each sample has a second more of CPU time; others come and go. */
START_TEST(samples_are_compared_with_a_mark)
{
    struct task *last = &samples[1].snapshot.tasks[samples[1].snapshot.count - 1];

    refresh(3, "second");
    press("@");
    expect_shown("Since 12:34:59: 0 new, 0 gone", true);
    expect_shown("NEW S    RES  %CPU     RES@     TIME@", true);
    last->start_ns++; /* another task with its number */
    refresh(3, "third");
    expect_shown("Since 12:34:59: 1 new, 1 gone", true);
    expect_shown("430 root         D 999999   2.0        0   0:01.00", true);
    expect_shown("32000 99993002 new S", true);
    press("H"); /* threads are no processes */
    ck_assert_ptr_nonnull(model.context.marks);
    press("H");
    press("[");
    expect_shown("Since 12:34:59: 0 new, 0 gone", true);
    expect_shown("430 root         D 999999   2.0        0   0:00.00", true);
    press("<Esc>");
    press("a");
    expect_shown("TIME@", false);
    press("w");
    expect_shown("TIME@", true);
    press("@");
    expect_shown("TIME@", false);
    expect_shown("Since", false);
    ck_assert_ptr_null(model.context.marks);
}

START_TEST(fields_of_a_mark_come_first)
{
    press("<Tab>");
    expect_shown("fields: I/O", true);
    press("@");
    expect_shown("TIME@", true);
    expect_shown("fields: I/O", false);
    press("@");
    expect_shown("fields: I/O", true);
}

/* The field manager changes the window's own fields, so these are shown. */
START_TEST(the_field_manager_ends_the_fields_of_a_mark)
{
    press("@");
    expect_shown("TIME@", true);
    press("f");
    press("q");
    expect_shown("TIME@", false);
    expect_shown("Since 12:34:56: 0 new, 0 gone", true);
}

TESTS("top_lookback", FIXTURE(setup, teardown), CASE(keys_go_back_and_forward),
      CASE(keys_go_by_minutes), CASE(samples_go_on_being_kept),
      CASE(a_focus_stays_while_one_looks_back), CASE(a_sample_is_shown_as_it_was),
      CASE(limits_of_a_container_are_kept), CASE(panes_say_what_earlier_samples_lack),
      CASE(figures_of_a_group_are_not_of_the_past), LOOP(screens_of_the_present_are_refused, 2),
      LOOP(a_filter_says_what_it_does_not_know, COUNT_OF(filters)),
      CASE(a_control_group_of_the_past),
      LOOP(tasks_of_the_past_are_not_grouped_by_what_is_not_known, 2),
      CASE(keys_that_act_outside_are_refused), CASE(old_samples_are_dropped),
      CASE(the_oldest_make_room), CASE(batch_mode_keeps_none), CASE(rows_of_the_past_are_not_read),
      CASE(samples_are_compared_with_a_mark), CASE(fields_of_a_mark_come_first),
      CASE(the_field_manager_ends_the_fields_of_a_mark),
      CASE(names_stand_for_lines_that_were_not_read), CASE(a_search_finds_what_is_there))
