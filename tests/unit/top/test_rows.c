/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which rows a window shows, and how: filters, searches, the forest, pools. */
#include <stdio.h>
#include <string.h>

#include "lib/base/task_flags.h"
#include "lib/text/names.h"
#include "lib/wait/wait.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/model/model.h"
#include "top/table/table.h"
#include "top/update/commands.h"

FIXTURE(model_fixture_setup, model_fixture_teardown);

CASE(a_search_goes_on_when_all_is_read)
{
    press_keys("L 'backup <Enter>");
    ck_assert_uint_eq(model.window->position.first_row, 0);
    ck_assert(!sample_request_is_met(&model));
    host_sample.request = sample_request_of(&model);
    give_sample(&host_sample);
    ck_assert_uint_eq(model.window->position.first_row, 2);
    ck_assert(sample_request_is_met(&model));
    ck_assert_str_eq(model.message, "");
}

/* Each key pressed in the forest, and the tasks that are shown then, in order. */
static const struct {
    const char *keys, *shown;
} forests[] = {
    {"V", " 1 .300 .412 ..413 ..32000 .420 .421 .430 .440 .441 2 .40 .41"},
    {"V v", " +1 2 .40 .41"},
    {"V <Down> <Down> v", " 1 .300 .+412 .420 .421 .430 .440 .441 2 .40 .41"},
    {"V <Down> <Down> v V V", " 1 .300 .+412 .420 .421 .430 .440 .441 2 .40 .41"},
    {"V <Down> <Down> v <Home> v v", " 1 .300 .+412 .420 .421 .430 .440 .441 2 .40 .41"},
    {"V <Down> <Down> F", " .412 ..413 ..32000"},
    {"V <Down> <Down> F v", " .+412"},
    {"V i", " .300 .412 .430 .441 .41"}, /* parents may be missing, and the place stays */
    {"V u 9 9 9 9 3 0 0 2 <Enter>", " .412 ..413 ..32000 .420 .421"},
    {"V o '!COMMAND=`- <Enter>", " 1 2"},
    {"V <Down> <Down> v o 'COMMAND=+ <Enter>", " .+412"},
    /* a collapsed row that is filtered out does not open its branch */
    {"V <Down> <Down> v O '!PID=412 <Enter>", " 1 .300 .420 .421 .430 .440 .441 2 .40 .41"},
    {"V <Down> <Down> v u '99993001 <Enter>", " .300"},
    {"V v \\ 'c <Enter>", " .41"},
    {"V v i", " +1 .41"}, /* it is busy with what it hides */
    {"o 'COMMAND=c <Enter> N R", " 41 412 413 421 430 32000"},
    {"O 'PID<42 <Enter> N R", " 1 2 40 41"},
    {"O 'PID>421 <Enter> N R", " 430 440 441 32000"},
    {"O '!PID>421 <Enter> N R", " 1 2 40 41 300 412 413 420 421"},
    {"O 'S>S <Enter> N R", " 413 420 421"},
    {"o 'S>S <Enter> N R", " 413 420 421"},
    {"\\ 'C <Enter> N R", ""},
    {"\\ 'c <Enter> N R", " 41 412 413 421 430 32000"},
    {"\\ 'mig N R <Enter>", ""},
    {"\\ 'mig <Enter> c", " 40"},
    {"\\ '--data <Enter> c N R", " 300"},
    {"\\ 'in?vil <Enter>", ""},
    {"\\ '1m <Enter>", " 440"}, /* of the name as it is shown */
    {"\\ '~^[a-c] <Enter> N R", " 412 413 430 32000"},
    {"\\ '~^(init|paused)$ <Enter> N R", " 1 420"},
    {"\\ '~^(init <Enter> N R", " 1 2 40 41 300 412 413 420 421 430 440 441 32000"},
    {"\\ '41 <Enter> N R", " 41"},
    {"\\ '~41 <Enter> N R", ""},
    {"\\ 'c <Enter> V", " .412 ..413 ..32000 .421 .430 .41"}, /* of no branches */
    {"\\ '`- <Enter> V", ""},
    {"\\ 'a <Enter> o '!COMMAND=DATA <Enter> N R", " 2 40 420 421 430 32000"},
    {"O 'PID= <Space> <Space> <Space> 4 <Enter> N R", " 40 41"},   /* with its padding */
    {"O 'PID= <Space> <Space> <Space> 4 <Enter> N R J", " 40 41"}, /* J does not change that */
    {"J O 'PID>421 <Enter> N R", " 430 440 441 32000"},
    {"j O 'USER>99993001 <Enter> N R", " 1 2 40 41 412 413 420 421 430 32000"},
    /* of what cells show since the last key */
    {"N R o 'RES=m <Enter> e", " 1 2 40 41 412 413 420 421 430 440 441 32000"},
    {"N R o '%CPU>100 <Enter> I", " 300 412"},
    {"N R o 'SWAP=0 <Enter> 0", " 412 420 421 440 441 32000"},
    {"N R o 'TIME+=. <Enter> <C-e>", ""},
    {"N R o 'USER=root <Space> <Space> <Space> <Space> <Space> <Space> <Enter> X 9 <Enter>",
     " 1 2 40 41 430"},
};

CASE(what_a_collapsed_row_hides_passes_too)
{
    press_keys("V <Down> <Down> v O 'PID>411 <Enter>");
    ck_assert_uint_eq(model.window->rows.count, 6);
    expect_shown("8 of 13: PID>411", true);
    press_keys("= <Home> v O 'PID=430 <Enter>");
    ck_assert_uint_eq(model.window->rows.count, 0);
    expect_shown("1 of 13: PID=430", true); /* v has hidden it */
}

/* In stock top a filter waits until its field is shown. */
CASE(a_filter_on_a_hidden_field_counts)
{
    static const struct filter filter = {.field = FIELD_PPID};

    host_sample.request.need = ~(need_t)0;
    ck_assert(!window_settings_show(&model.window->settings, FIELD_PPID));
    press_keys("O 'PPID=412 <Enter>");
    ck_assert_uint_eq(model.window->rows.count, 2);
    ck_assert_uint_eq(model.window->rows.matched, 2);
    ck_assert_uint_eq(model.window->position.first_row, 0);
    expect_shown("2 of 13: PPID=412", true);
    model.settings.status = false;
    press_keys("R");
    ck_assert(!model_applies_filter(&model, model.window, &filter));
    ck_assert_uint_eq(model.window->rows.count, 13);
    expect_shown("PPID=412", false);
}

CASE(stock_top_cuts_the_texts_of_fields)
{
    resize(27, 80);
    press_keys("f");
    expect_shown("* PID      = Process Id ", true);
    model.settings.status = false;
    resize(24, 80);
    expect_shown("* PID      = Pro  PGRP ", true);
    press_keys("<End>");
    ck_assert_uint_eq(model.fields.at, FIELD_STOCK_COUNT - 1);
    press_keys("<End>");
    ck_assert_uint_eq(model.fields.at, FIELD_COUNT - 1);
}

LOOP(tasks_are_chosen, COUNT_OF(forests))
{
    const struct window *window = model.window;
    struct buf shown = {0};

    host_sample.request.need = ~(need_t)0;
    press_keys(forests[_i].keys);
    for (size_t i = 0; i < window->rows.count; i++) {
        const struct table_row row = table_row_at(window, i);

        buf_putc(&shown, ' ');
        if (row.branch)
            buf_fill(&shown, '.', row.branch->depth);
        if (row.branch && row.branch->hides)
            buf_putc(&shown, '+');
        buf_put_i64(&shown, row.task->tid);
    }
    ck_assert_msg(strcmp(buf_text(&shown), forests[_i].shown) == 0, "%s:%s, not%s",
                  forests[_i].keys, buf_text(&shown), forests[_i].shown);
    buf_fini(&shown);
}

/* No key leaves rows as they were before it. */
CASE(rows_follow_every_key)
{
    struct task *shown[64];

    host_sample.request.need = ~(need_t)0;
    press_keys("o '!RES=m <Enter> o '!%CPU=9 <Enter> o '!SWAP=0 <Enter> o '!TIME=5 <Enter>");
    for (const struct binding *binding = task_keys; binding->key; binding++) {
        const struct window_rows *rows;
        size_t count;

        update(&model, &(struct event){.kind = EVENT_KEY, .as.key = binding->key});
        rows = &model.window->rows;
        count = rows->count;
        ck_assert_uint_le(count, COUNT_OF(shown));
        memcpy(shown, rows->tasks, count * sizeof(shown[0]));
        table_arrange(&model);
        ck_assert_msg(rows->count == count, "key %d", binding->key);
        ck_assert_msg(memcmp(shown, rows->tasks, count * sizeof(shown[0])) == 0, "key %d",
                      binding->key);
        press_key("<Esc>");
    }
}

/* Whose children are hidden stands for them, too. */
CASE(a_parent_has_the_cpu_time_of_those_that_it_hides)
{
    struct table_row row;

    press_keys("V v");
    row = table_row_at(model.window, 0);
    ck_assert_int_eq(row.task->tid, 1);
    /* 300, 412, 430, 441: 4600 + 1990 + 40 + 2 ms in 2 s */
    ck_assert_double_eq_tol(table_row_cpu_percent(&model, &row), 331.6, 0.01);
}

CASE(a_focus_ends_with_its_task)
{
    press_keys("V <Down> <Down> F");
    ck_assert_int_eq(model.window->position.focus.tid, 412);
    task_of(412)->tid = 9999;
    give_sample(&host_sample);
    ck_assert_int_eq(model.window->position.focus.tid, 0);
    ck_assert_uint_eq(model.window->rows.count, 13);
}

/* Another task with its PID has its own children on the screen. */
CASE(a_collapsed_parent_is_forgotten_with_its_task)
{
    press_keys("V v");
    ck_assert_uint_eq(model.window->rows.count, 4);
    task_of(1)->start_ns++;
    give_sample(&host_sample);
    ck_assert_uint_eq(model.window->rows.count, 13);
    ck_assert_uint_eq(model.window->position.collapsed_count, 0);
}

/* The rows below it are of a parent that is hidden. */
CASE(a_leaf_cannot_collapse)
{
    press_keys("V O '!PID=412 <Enter> <Down> v");
    ck_assert_int_eq(window_target(model.window)->tid, 300);
    ck_assert_uint_eq(model.window->position.collapsed_count, 0);
}

/* Deeper levels than a column has cells for have their number. */
CASE(any_level_is_told_from_that_above)
{
    press_keys("V");
    model.window->rows.branches[1].depth = 128;
    model.window->rows.branches[2].depth = 129;
    model.window->rows.branches[3].depth = 70000;
    expect_shown("(128)", false);
    expect_shown(" (129) `-", true);
    expect_shown(" (70000) ", true);
}

/* Offline processors leave gaps: the four of this host go up to 11. */
CASE(processors_have_room_for_the_highest)
{
    struct table table = table_of(&model, model.window);
    struct table_column column;

    column = table_column_of(&table, FIELD_P);
    ck_assert_uint_eq(column.width, 2);
    host_sample.host_known = false; /* a recorded procfs */
    task_of(300)->processor = 117;
    give_sample(&host_sample);
    column = table_column_of(&table, FIELD_P);
    ck_assert_uint_eq(column.width, 3);
    press_keys("o P = 1 1 7 <Enter>");
    ck_assert_uint_eq(model.window->rows.count, 1);
}

/* A width of the content's does not cut what a filter compares, whatever is on the screen. */
CASE(filters_see_whole_names_in_automatic_width)
{
    name_cache_learn(names, &(struct name_question){NAME_OF_USER, 99993001}, "systemd-network");
    press_keys("X '-1 <Enter> o 'USER=network <Enter>");
    ck_assert_uint_eq(model.window->rows.count, 1);
    press_keys("= O 'USER>systemd-networ <Enter>");
    ck_assert_uint_eq(model.window->rows.count, 1);
    press_keys("= o 'UID= <Space> '99993001 <Enter>"); /* on the right of its column */
    ck_assert_uint_eq(model.window->rows.count, 1);
}

CASE(filters_have_a_limit)
{
    char keys[64];

    for (int i = 0; i < FILTERS_MAX + 1; i++) {
        snprintf(keys, sizeof(keys), "o '!PID=x%d <Enter>", i);
        press_keys(keys);
        ck_assert_int_eq(model.message[0] != '\0', i == FILTERS_MAX);
    }
    ck_assert_uint_eq(model.window->settings.filters.count, FILTERS_MAX);
}

/* The rows of the pool view; the first number is that of the task that keys act on. */
static const struct {
    const char *keys, *shown;
} pools[] = {
    {"%", " 301 302 300 303:exec-*x3"},
    {"% N R", " 303:exec-*x3 300 301 302"},
    {"% <Down> <Down> <Down> v", " 301 302 300 303:exec-*x3 .304 .303 .310"},
    {"% <Down> <Down> <Down> v N R", " 303:exec-*x3 .303 .304 .310 300 301 302"},
    {"% <Down> <Down> <Down> v v", " 301 302 300 303:exec-*x3"},
    {"% <Down> <Down> <Down> v =", " 301 302 300 303:exec-*x3"},
    {"% o '!COMMAND=exec-2 <Enter>", " 301 302 300 303:exec-*x2"},
    {"% o 'COMMAND=exec-2 <Enter>", " 304"},
    {"% i", " 301 302 300 303:exec-*x2"},
    {"% 0", " 301 302 300 304 303 310"},
    {"% o 'PID=nobody <Enter>", ""},
};

LOOP(threads_are_pooled, COUNT_OF(pools))
{
    const struct window *window = model.window;
    struct buf shown = {0};

    press_keys("H");
    give_sample(&thread_sample);
    press_keys(pools[_i].keys);
    for (size_t i = 0; i < window->rows.count; i++) {
        const struct table_row row = table_row_at(window, i);

        buf_printf(&shown, row.branch && row.branch->depth ? " .%d" : " %d", (int)row.task->tid);
        if (row.branch && row.branch->group)
            buf_printf(&shown, ":%sx%zu", row.figures->comm, row.branch->group->members.count);
    }
    ck_assert_msg(strcmp(buf_text(&shown), pools[_i].shown) == 0, "%s:%s, not%s", pools[_i].keys,
                  buf_text(&shown), pools[_i].shown);
    ck_assert(!model.failed);
    buf_fini(&shown);
}

static struct value value_of(const struct table_row *row, enum field_id id)
{
    return table_row_value(row, id, field_column(id, false), &model.context);
}

CASE(a_pool_has_the_sums_of_its_threads)
{
    struct table_row row;

    press_keys("H");
    give_sample(&thread_sample);
    press_keys("%");
    row = table_row_at(model.window, 3);
    ck_assert_double_eq_tol(table_row_cpu_percent(&model, &row), 15, 1e-9); /* 300 ms in 2 s */
    ck_assert_uint_eq(value_of(&row, FIELD_TIME_PLUS).as.u, UINT64_C(95300000000));
    ck_assert_int_eq(row.figures->state, 'R');
    ck_assert_int_eq(row.task->state, 'S');
}

/* The label of a pool of two threads. */
static const struct {
    const char *first, *second;
    uint32_t flags;
    bool is_ended;
    const char *label;
} labels[] = {
    {"python3", "python3", 0, false, "python3"},
    {"python3", "python2", 0, false, "python*"},
    {"kworker/0:1", "kworker/1:0", PF_KTHREAD, false, "[kworker/*]"},
    {"kworker/0:1", "kworker/1:0", 0, false, "kworker/*"},
    {"[kworker/0:1]", "[kworker/0:2]", 0, false, "\"[kworker/*]\""},
    {"[x]", "[x]", PF_KTHREAD, false, "[[x]]"},
    {"\"[x]\"", "\"[x]\"", 0, false, "\"\"[x]\"\""},
    {"[x]", "[x]", 0, true, "[x]"}, /* top quotes it with the rest */
    {"pool-12-thread-", "pool-12-thread-", 0, false, "pool-12-thread-*"},
    {NULL, NULL, 0, false, ""},
};

LOOP(pools_have_labels, COUNT_OF(labels))
{
    static const struct task_ended one = {.count = 1, .by = ""};
    struct task *pool[2];
    struct table_row row;

    for (int i = 0; i < 2; i++) {
        pool[i] = &thread_sample.snapshot.tasks[i];
        pool[i]->tgid = pool[0]->tgid;
        pool[i]->comm = i ? labels[_i].second : labels[_i].first;
        pool[i]->flags = labels[_i].flags;
        pool[i]->is_ended = labels[_i].is_ended;
        if (!pool[i]->details)
            ck_assert_ptr_nonnull(snapshot_add_details(&thread_sample.snapshot, pool[i]));
        pool[i]->details->ended = &one;
    }
    thread_sample.snapshot.count = 2;
    press_keys("H");
    give_sample(&thread_sample);
    press_keys("%");
    ck_assert_uint_eq(model.window->rows.count, 1);
    row = table_row_at(model.window, 0);
    ck_assert_uint_eq(row.branch->group->members.count, 2);
    ck_assert_str_eq(row.figures->comm, labels[_i].label);
}

/* A thread that sleeps for this kind of thing. */
static void put_to_sleep(pid_t tid, enum wait_kind kind, int64_t waited_ns)
{
    struct task *task = task_of_sample(&thread_sample, tid);

    task->state = 'S';
    task->details->sleeps_for = kind;
    task->details->waited_ns = waited_ns;
    task->details->run_queue_ns = 250000000;
    task->details->run_delay_ns = -1;
}

static void expect_rows(const char *expected)
{
    struct buf shown = {0};

    for (size_t i = 0; i < model.window->rows.count; i++) {
        const struct table_row row = table_row_at(model.window, i);
        const struct value wait = column_value(column_find("wait"), row.task, &model.context);

        buf_printf(&shown, row.branch->depth ? " .%d" : " %d", (int)row.task->tid);
        if (row.branch->group)
            buf_printf(&shown, ":%.*sx%zu~%.2f", (int)wait.len, wait.as.text,
                       row.branch->group->members.count, row.branch->group->threads);
    }
    BUF_CHECK(&shown, expected);
}

CASE(pools_are_apart_by_what_they_wait_for)
{
    struct table_row row;

    put_to_sleep(300, WAIT_CHILD, 5);
    put_to_sleep(302, WAIT_DISK, 6);
    put_to_sleep(303, WAIT_FUTEX, 7000);
    put_to_sleep(310, WAIT_FUTEX, 9000);
    press_keys("*");
    ck_assert(sample_request_of(&model).need & NEED_WAIT);
    give_sample(&thread_sample);
    expect_rows(" 301:runx1~1.00 302:diskx1~1.00 300:childx1~1.00 304:runx1~1.00 303:futexx2~2.00");
    row = table_row_at(model.window, 4);
    ck_assert_int_eq(value_of(&row, FIELD_WAITED).as.i, 9000);
    ck_assert_double_eq(value_of(&row, FIELD_RUNQ).as.real, 50);
    ck_assert_int_eq(value_of(&row, FIELD_RUNDELAY).kind, VALUE_NONE);
    expect_shown("WAITED %RUNQ  %CPU COMMAND", true);

    put_to_sleep(310, WAIT_POLL, 1);
    thread_sample.snapshot.system.monotonic_ns += 60 * UINT64_C(1000000000);
    give_sample(&thread_sample);
    press_keys("N P"); /* no samples */
    expect_rows(" 301:runx1~1.00 302:diskx1~1.00 300:childx1~1.00 304:runx1~1.00 303:futexx1~1.50"
                " 310:pollx1~0.50");
    press_keys("<Down> <Down> <Down> <Down> v");
    expect_rows(" 301:runx1~1.00 302:diskx1~1.00 300:childx1~1.00 304:runx1~1.00 303:futexx1~1.50"
                " .303 310:pollx1~0.50");
    press_keys("<Home> o '!PID=303 <Enter>");
    expect_rows(" 301:runx1~1.00 302:diskx1~1.00 300:childx1~1.00 304:runx1~1.00"
                " 310:pollx1~1.00"); /* others than were averaged before */
    thread_sample.request.pid_count = 1;
    thread_sample.request.pids[0] = 300;
    thread_sample.snapshot.system.monotonic_ns += 60 * UINT64_C(1000000000);
    put_to_sleep(301, WAIT_CHILD, 5);
    give_sample(&thread_sample);
    expect_rows(" 301:childx1~1.00 302:diskx1~1.00 300:childx1~1.00 304:runx1~1.00"
                " 310:pollx1~1.00"); /* with other -p, too */
    press_keys("*");
    expect_shown("WAITED", false);
    ck_assert(!model.failed);
}
