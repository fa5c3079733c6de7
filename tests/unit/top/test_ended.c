/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What ended, among tasks: its rows, what keys make of them, the line and the pane about it. */
#include <stdio.h>
#include <string.h>

#include "tests/common/ended_rows.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/model/model.h"
#include "top/run.h"
#include "top/screens/screens.h"
#include "top/table/table.h"

static struct snapshot before; /* nothing */

static const struct made shown_rows[] = {
    {"cc1", "cc", 412, 2500, 40, 99993002, TASK_PROCESS},
    {"\033[7mas", "cc", 2, 7, 4, 0, TASK_PROCESS},
    {"", "make", 0, 100, -1, -1, TASK_PROCESS},
};

/* The host of the fixture, where something ended within 2 s. */
static void show(const struct made *rows, size_t count)
{
    struct ended_sample *sample = &host_sample.ended;

    model.settings.ended = true;
    ended_sample_clear(sample);
    sample->watched = sample->counted = true;
    sample->interval_ns = 2000 * MS;
    sample->processes = 414;
    sample->threads = 830;
    sample->forks = 901;
    sample->execs = 40;
    for (size_t i = 0; i < count; i++)
        ended_row_add(&sample->rows, &rows[i]);
    ck_assert_int_eq(ended_sample_complete(sample, &before), 0);
    host_sample.request = sample_request_of(&model);
    host_sample.request.need = ~(need_t)0;
    resize(24, 120);
    give_sample(&host_sample);
}

static void setup(void)
{
    snapshot_init(&before);
    model_fixture_setup();
    show(shown_rows, COUNT_OF(shown_rows));
}

static void teardown(void)
{
    model_fixture_teardown();
    snapshot_fini(&before);
}

FIXTURE(setup, teardown);

/* The keys, and the first rows then: of tasks the number, of what ended the name. */
static const struct {
    const char *keys, *shown;
} orders[] = {
    {"D", " 300 412 430 41 441"}, /* off */
    {"D D", " 300 cc1 412 -"},
    {"R", " 1 2 40"}, /* the others have used nothing */
    {"T", " 430 300 440 441 32000 1 412 40 421 cc1 413"},
    {"N", " 32000 441 440"},
    {"u '99993002 <Enter>", " cc1"},
    {"U '99993002 <Enter>", " cc1"},
    {"u '!99993002 <Enter>", " 300 430 as 41"},
    {"o 'COMMAND=by <Space> c <Enter>", " cc1 as"},
    {"o 'COMMAND=x4 <Enter>", " cc1"},
    {"o '!PR=- <Enter>", " 300 412 430 41 441"},
    {"L 'cc1 <Enter>", " cc1 412"},
    {"V", " 1 300 412"},
    {"V o 'COMMAND=by <Space> <Enter>", " cc1 - as"}, /* below the trees */
    {"i o 'COMMAND=x <Enter>", " cc1"},
};

static void put_rows(struct buf *out)
{
    const struct window *window = model.window;

    for (size_t i = window->position.first_row; i < window->rows.count; i++) {
        const struct task *task = table_row_at(window, i).task;

        if (!task->is_ended)
            buf_printf(out, " %d", (int)task->tid);
        else
            buf_printf(out, " %s",
                       !*task->comm               ? "-"
                       : strstr(task->comm, "as") ? "as"
                                                  : task->comm);
    }
}

LOOP(rows_stand_where_their_figures_say, COUNT_OF(orders))
{
    const char *expected = orders[_i].shown;
    struct buf shown = {0};

    press_keys(orders[_i].keys);
    put_rows(&shown);
    ck_assert_msg(strncmp(buf_text(&shown), expected, strlen(expected)) == 0, "%s:%s, not%s",
                  orders[_i].keys, buf_text(&shown), expected);
    buf_fini(&shown);
}

CASE(what_is_not_known_is_a_dash)
{
    expect_shown("\n    - 99993002 x412 cc1 (by cc)                125.0     -   0:02.50\n", true);
    expect_shown("\n- (by make)                                      5.0     -   0:00.10\n", true);
    expect_shown("    - root     x2 \"?[7mas\" (by cc)               0.3     -   0:00.00\n", true);
}

/* In fields without a value there is room for what COMMAND would cut. */
CASE(a_search_finds_what_is_shown)
{
    struct buf shown = {0};

    resize(24, 78);
    expect_shown("\n    - 99993002 x412 cc1 (by cc)  ", true);
    press_keys("L '(by <Space> 'cc) <Enter>");
    put_rows(&shown);
    ck_assert_msg(strncmp(buf_text(&shown), " cc1", 4) == 0, "%s", buf_text(&shown));
    buf_fini(&shown);
}

/* Scripts cut its lines by column. */
CASE(batch_mode_has_the_text_in_its_field)
{
    model.batch = true;
    table_arrange(&model);
    expect_shown("    - 99993002   -   -       -      -      - - 125.0     -   0:02.50 "
                 "x412 cc1 (by cc)\n",
                 true);
    expect_shown(
        "    - -          -   -       -      -      - -   5.0     -   0:00.10 - (by make)\n", true);
}

static size_t count_ended(void)
{
    size_t count = 0;

    for (size_t i = 0; i < model.window->rows.count; i++)
        count += model.window->rows.tasks[i]->is_ended;
    return count;
}

/* 40 kinds that have used 1.0 %CPU each, and as many that have used nothing to speak of. */
static void show_many(void)
{
    static struct made rows[80];
    static char texts[80][16];

    for (int i = 0; i < COUNT_OF(rows); i++) {
        snprintf(texts[i], sizeof(texts[i]), "n%d", i);
        rows[i] = shown_rows[1];
        rows[i].name = texts[i];
        rows[i].cpu_ms = i < 40 ? 20 + (i == 7) : 0;
    }
    snapshot_clear(&host_sample.ended.rows);
    show(rows, COUNT_OF(rows));
    give_sample(&host_sample);
}

CASE(many_rows_take_a_third_of_the_page)
{
    show_many();
    ck_assert_uint_eq(model.window->rows.page, 16);
    ck_assert_uint_eq(count_ended(), 5);
    expect_shown("x2 n7 (by cc)", true);
    expect_shown("... 36 more, 36.0 %CPU", true);
    resize(48, 120);
    ck_assert_uint_eq(count_ended(), 13);
    resize(24, 120);
    ck_assert_uint_eq(count_ended(), 5);
    model.window->rows.ended_rest.task.delta_cpu_ns = 20000 * MS; /* of 8 s that four CPUs have */
    expect_shown("... 36 more, 400.0 %CPU", true);
    press_keys("V");
    ck_assert_uint_eq(count_ended(), 5);
    ck_assert_ptr_eq(model.window->rows.tasks[model.window->rows.count - 1],
                     &model.window->rows.ended_rest.task);
    press_keys("V L 'more <Enter> k <Enter>");
    ck_assert_str_eq(model.message,
                     "This row stands for exited tasks; nothing to signal or renice");
    press_keys("<C-k>");
    expect_shown(", x4 n39 (by cc) 0.04 s", true); /* those of all names */
    press_keys("<C-k> %");
    ck_assert_uint_gt(count_ended(), 0);
    ck_assert(!model.failed);
    model.batch = true;
    press_keys("%");
    ck_assert_uint_eq(count_ended(), 80);
}

CASE(the_summary_has_a_line_of_it)
{
    static const char line[] =
        "\nEnded: 414 procs, 830 threads, 130.3 %CPU  new 450/s  exec 20/s\n";

    expect_shown(line, true);
    press_keys("D");
    expect_shown("Ended:", false);
    press_keys("D");
    expect_shown(line, true);
    press_keys("I");
    expect_shown(" 32.6 %CPU  new 450/s", true); /* of four processors */
    host_sample.ended.counted = false;
    host_sample.ended.forks = ENDED_NOT_KNOWN;
    host_sample.ended.execs = ENDED_NOT_KNOWN;
    expect_shown("\nEnded (estimated): 414 procs, 830 threads, 32.6 %CPU  new -/s\n", true);
    host_sample.ended.watched = false;
    expect_shown("\nEnded: - procs, - threads, - %CPU  new -/s\n", true);
    host_sample.ended.watched = true;
    host_sample.ended.processes = host_sample.ended.threads = 1;
    expect_shown(": 1 proc, 1 thread, ", true);
}

CASE(single_processes_are_shown_alone)
{
    model.pids[0] = 300;
    model.pid_count = 1;
    ck_assert(!sample_request_of(&model).ended);
    expect_shown("Ended:", false);
    press_keys("D D");
    ck_assert_str_eq(model.message, "Exited tasks: not with -p, nor in a recorded procfs");
    model.ended_history.now_ns += 61000 * MS;
    press_keys("<C-d>");
    expect_shown("Exited tasks: not with -p, nor in a recorded procfs\n", true);
}

/* The first row is what ended; a number that is typed is another task's. */
static const struct {
    const char *keys;
    bool asks, acts;
} questions_about_it[] = {
    {"k <Enter>", false, false},      {"r <Enter>", false, false},
    {"<C-r> <Enter>", false, false},  {"Y <Enter>", false, false},
    {"<F7> <Enter>", false, false},   {"<F8> <Enter>", false, false},
    {"k 3 0 0 <Enter>", true, false}, {"k 3 0 0 <Enter> <Enter>", false, true},
};

LOOP(what_has_ended_cannot_be_signalled, COUNT_OF(questions_about_it))
{
    struct effects effects;

    press_keys("L 'cc1 <Enter> k");
    expect_shown("PID to signal/kill (no default: this row is exited tasks)", true);
    press_keys("<Esc>");
    effects = press_keys(questions_about_it[_i].keys);
    ck_assert_int_eq(model.prompt.question != NULL, questions_about_it[_i].asks);
    ck_assert_int_eq(effects.action != ACTION_NONE, questions_about_it[_i].acts);
    if (!questions_about_it[_i].asks && !questions_about_it[_i].acts)
        ck_assert_str_eq(model.message,
                         "This row stands for exited tasks; nothing to signal or renice");
}

CASE(what_has_ended_has_no_descendants)
{
    model.settings.cursor = true;
    press_keys("V <End> F");
    ck_assert_int_eq(model.window->position.focus.tid, 0);
    ck_assert_str_eq(model.message,
                     "This row stands for exited tasks; nothing to signal or renice");
}

/* Another row takes its place, of a task that nobody has chosen. */
CASE(a_row_that_is_gone_leaves_no_task)
{
    model.settings.cursor = true;
    press_keys("<Down>");
    ck_assert(window_target(model.window)->is_ended);
    snapshot_clear(&host_sample.ended.rows);
    show(shown_rows, 0);
    ck_assert_ptr_null(window_target(model.window));
    ck_assert_int_eq(press_keys("<F8>").action, ACTION_NONE);
    ck_assert_str_eq(model.message, "No task is chosen");
}

/* The next sample has fewer rows of what ended than the cursor's. */
CASE(a_row_that_is_gone_has_no_pid)
{
    model.settings.cursor = true;
    press_keys("V <End>");
    ck_assert(window_target(model.window)->is_ended);
    model_set_message(&model, "%s", "");
    snapshot_clear(&host_sample.ended.rows);
    show(shown_rows, 1);
    ck_assert_str_eq(model.message, "");
    give_sample(&host_sample);
    ck_assert(window_target(model.window)->is_ended); /* the last row, again */
}

/* No file is read of what has ended. */
CASE(nothing_more_is_read_of_it)
{
    struct detail_requests list = {0};

    for (size_t i = 0; i < host_sample.snapshot.count; i++)
        host_sample.snapshot.tasks[i].have = ~(need_t)0;
    press_keys("c L 'cc1 <Enter>");
    visible_details_list(&model, NULL, &list);
    ck_assert_uint_eq(list.count, 0);
    detail_requests_fini(&list);
}

CASE(the_pane_has_the_last_minute)
{
    press_keys("<C-d>");
    expect_shown("\nexited in the last minute, most CPU time first\n"
                 "x412 cc1 (by cc) 2.50 s, - (by make) 0.10 s, x2 \"?[7mas\" (by cc) 0.01 s\n",
                 true);
    press_keys("<C-d> L 'make <Enter> <C-k>");
    expect_shown("\nexited in the last minute, most CPU time first: make\n- (by make) 0.10 s\n",
                 true);
    press_keys("<C-k>");
    expect_shown("last minute", false);
    press_keys("<Home> L 'x412 <Enter> <C-n>");
    expect_shown(" first: cc1\nx412 cc1 (by cc) 2.50 s\n", true);
    /* After H threads follow: what the processes left is kept for its minute. */
    press_keys("<C-n> <C-d>");
    host_sample.ended.of_threads = true;
    host_sample.ended.fresh = 0;
    give_sample(&host_sample);
    expect_shown("\nx412 cc1 (by cc) 2.50 s, ", true);
    /* The minute ends while nothing is recorded, too. */
    press_keys("D");
    host_sample.ended.watched = false;
    host_sample.snapshot.system.monotonic_ns += 61000 * MS;
    give_sample(&host_sample);
    expect_shown("\nnot recorded; D turns it on\n", true);
    press_keys("D");
    expect_shown("\nnothing yet\n", true);
}

CASE(similar_names_fold_into_pools)
{
    static const struct made rows[] = {
        {"worker-1", "app", 3, 700, 10, 0, TASK_THREAD},
        {"worker-2", "app", 4, 300, 10, 0, TASK_THREAD},
        {"job-1", "app", 1, 4, 10, 0, TASK_THREAD},
        {"job-2", "other", 1, 4, 10, 0, TASK_THREAD},
    };

    show(rows, COUNT_OF(rows));
    press_keys("%");
    expect_shown("  50.0     -     -   0:01.00 +2 x7 worker-* (by app)\n", true);
    expect_shown(" +2 x2 job-*\n", true);
    press_keys("L 'worker <Enter> v");
    expect_shown(" -2 x7 worker-* (by app)\n", true);
    expect_shown("x3 worker-1 (by app)\n", true);
}

/* What differs among the members of a group is not shown as unknown, nor as that of one. */
CASE(groups_have_what_their_members_share)
{
    const struct made rows[] = {
        shown_rows[0], shown_rows[1], shown_rows[2], {"sh", "make", 3, 4, -1, 0, TASK_PROCESS}};
    struct buf out = {0};
    struct json *json;

    show(rows, COUNT_OF(rows));
    press_keys("% 3");
    expect_shown(" +2 x5 root\n", true);
    expect_shown(" +1 x412 99993002 (by cc)\n", true);
    expect_shown(" +1 - (by make)\n", true);
    press_keys("% <Esc> % 5");
    expect_shown(" +4 x417 -\n", true);
    ck_assert_int_eq(json_open(&json, &out), 0);
    out_json_put_frame(&model, json, &out);
    ck_assert_msg(strstr(buf_text(&out), "\"count\":417,\"by\":null,\"lifetime\":null}"), "%s",
                  buf_text(&out));
    json_close(json);
    buf_fini(&out);
}

/* The members of their groups are rows, and no threads. */
CASE(groups_by_wait_have_no_average)
{
    show(shown_rows, COUNT_OF(shown_rows));
    press_keys("*");
    host_sample.request = sample_request_of(&model);
    host_sample.request.rows = ROWS_THREADS;
    give_sample(&host_sample);
    for (size_t i = 0; i < model.window->rows.count; i++) {
        const struct table_row row = table_row_at(model.window, i);
        const double threads = table_row_group(&row)->threads;

        ck_assert_msg(row.task->is_ended ? threads < 0 : threads > 0, "%s", row.figures->comm);
    }
}

CASE(it_is_dim_where_there_is_colour)
{
    struct frame frame;
    bool dim[2] = {false, false};

    frame_init(&frame);
    for (int colours = 0; colours < 2; colours++) {
        model.colour_count = colours * 8;
        screen_view(&model, &frame);
        for (size_t i = 0; i < frame.span_count; i++)
            dim[colours] |= (frame.spans[i].look & LOOK_DIM) != 0;
    }
    ck_assert(!dim[0] && dim[1]);
    frame_fini(&frame);
}
