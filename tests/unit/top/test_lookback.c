/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Samples that are kept: which, with what, and the keys that show them. */
#include <string.h>

#include "lib/base/units.h"
#include "tests/common/fixed_host.h"
#include "tests/unit/run.h"
#include "tests/unit/top/lookback_fixture.h"
#include "top/run.h"

FIXTURE(lookback_setup, lookback_teardown);

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

CASE(keys_go_back_and_forward)
{
    refresh(3, "second");
    refresh(3, "third");
    refresh(3, "fourth");
    expect_shown("fourth", true);
    for (int i = 0; i < COUNT_OF(steps); i++) {
        press_keys(steps[i].key);
        expect_shown(steps[i].shown, true);
        ck_assert_msg((*model.message != '\0') == steps[i].says, "step %d: %s", i, model.message);
        ck_assert_int_eq(model_looks_back(&model), strcmp(steps[i].shown, "fourth") != 0);
    }
    ck_assert_ptr_eq(model.sample, model.newest);
    press_keys("[");
    expect_shown("12:35:02, 0:03 ago", true);
    expect_shown("top - 12:35:02 up", true);
}

CASE(keys_go_by_minutes)
{
    static const struct {
        const char *key;
        unsigned age_s;
    } minutes[] = {{"{", 60}, {"{", 120}, {"{", 150}, {"}", 90}, {"}", 30}, {"}", 0}};

    for (int i = 0; i < 50; i++)
        refresh(3, "x");
    for (int i = 0; i < COUNT_OF(minutes); i++) {
        press_keys(minutes[i].key);
        ck_assert_uint_eq(lookback_age_ns(&model.lookback, model.newest),
                          minutes[i].age_s * NS_PER_S);
    }
    ck_assert(!model_looks_back(&model));
}

/* What is shown stays while samples arrive, and these can be seen afterwards. */
CASE(samples_go_on_being_kept)
{
    refresh(3, "second");
    press_keys("[");
    expect_shown("backup", true);
    refresh(3, "third");
    refresh(3, "fourth");
    expect_shown("backup", true);
    expect_shown("0:09 ago", true);
    press_keys("]");
    expect_shown("second", true);
    press_keys("]");
    expect_shown("third", true);
    press_keys("]");
    expect_shown("fourth", true);
}

/* Exited tasks, the host, and tasks that have come since. */
CASE(a_sample_is_shown_as_it_was)
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
    press_keys("[");
    expect_shown("load average: 2.50", true);
    ck_assert_double_eq(model.sample->host.load[0], load);
    expect_shown("younger", false);
    expect_shown("a) R (b c", true);
    expect_shown("  412 ", true);
    expect_shown("  414 ", false);
    ck_assert_uint_eq(model.counts.running, 1);
}

CASE(limits_of_a_container_are_kept)
{
    fixed_host_make_container(&host_sample);
    refresh(3, "second");
    expect_shown("In a container", false);
    press_keys("[");
    expect_shown("1.5 of 4 CPUs, 9420.8 of 10240.0 MiB used", true);
    ck_assert_double_eq(model.sample->host.limits.cpus, 1.5);
    press_keys("<Esc>");
    expect_shown("In a container", false);
}

/* The first sample is ten minutes old, and then a little older. */
CASE(old_samples_are_dropped)
{
    for (int i = 0; i < 20; i++)
        refresh(30, "x");
    ck_assert_uint_eq(model.lookback.count, 20);
    refresh(1, "x");
    ck_assert_uint_eq(model.lookback.count, 20);
    for (int i = 0; i < 20; i++)
        press_keys("[");
    expect_shown("9:31 ago", true);
    refresh(600, "y"); /* what is shown stays until a key is pressed */
    expect_shown("19:31 ago", true);
    ck_assert_uint_eq(model.lookback.count, 1);
    press_keys("]");
    expect_shown("10:00 ago", true);
}

/* Records of a few bytes less than the bound in all. */
CASE(the_oldest_make_room)
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
        ck_assert_uint_le(lookback.bytes, LOOKBACK_BYTES);
        most = lookback.count > most ? lookback.count : most;
    }
    ck_assert_uint_lt(most, 40);
    ck_assert_uint_ge(lookback.count, 10);
    ck_assert_int_eq(lookback_show(&lookback, &samples[0], SIZE_MAX), 0);
    ck_assert_uint_eq(lookback.back, lookback.count);
    ck_assert_uint_eq(lookback.shown.snapshot.count, samples[0].snapshot.count);
    lookback_fini(&lookback);
}

CASE(batch_mode_keeps_none)
{
    model.batch = true;
    refresh(3, "second");
    ck_assert_uint_eq(model.lookback.count, 0);
}

/* What is read later is read for the newest sample, of the rows that were on the screen. */
CASE(rows_of_the_past_are_not_read)
{
    struct detail_requests list = {0};
    struct task *task = task_of_sample(&samples[1], 412);

    samples[0].snapshot.tasks[0].have &= ~NEED_EXE;
    for (size_t i = 0; i < samples[1].snapshot.count; i++)
        samples[1].snapshot.tasks[i].have &= ~(need_t)(NEED_EXE | NEED_FDS);
    refresh(3, "second");
    refresh(3, "third");
    task->have |= NEED_FDS;
    press_keys("[");
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
