/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The map: its letters, its scale, its order, and the CPU use of its rows in a minute. */
#include <string.h>

#include "lib/base/task_flags.h"
#include "lib/base/units.h"
#include "lib/wait/wait.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/model/model.h"

FIXTURE(model_fixture_setup, model_fixture_teardown);

static const struct {
    char state;
    uint32_t flags;
    enum wait_kind wait;
    char letter;
} letters[] = {
    {'R', 0, WAIT_UNKNOWN, '#'},  {'R', 0, WAIT_LOCK, '#'},
    {'S', 0, WAIT_RUN, '#'},      {'S', 0, WAIT_LOCK, 'L'},
    {'S', 0, WAIT_FILELOCK, 'L'}, {'D', 0, WAIT_KLOCK, 'L'},
    {'D', 0, WAIT_UNKNOWN, 'D'},  {'D', 0, WAIT_POLL, 'D'},
    {'S', 0, WAIT_DISK, 'D'},     {'S', 0, WAIT_FAULT, 'D'},
    {'S', 0, WAIT_FUTEX, 'c'},    {'S', 0, WAIT_COND, 'c'},
    {'S', 0, WAIT_SEM, 'c'},      {'S', 0, WAIT_TIMER, 't'},
    {'S', 0, WAIT_POLL, 'p'},     {'S', 0, WAIT_URING, 'p'},
    {'S', 0, WAIT_SOCKET, 's'},   {'S', 0, WAIT_PIPE, 'i'},
    {'S', 0, WAIT_TTY, 'i'},      {'S', 0, WAIT_FILE, 'i'},
    {'S', 0, WAIT_UNKNOWN, 'o'},  {'S', 0, WAIT_JOIN, 'o'},
    {'S', 0, WAIT_CHILD, 'o'},    {'T', 0, WAIT_LOCK, 'o'},
    {'Z', 0, WAIT_LOCK, 'o'},     {'I', PF_KTHREAD, WAIT_UNKNOWN, 'o'},
};

LOOP(threads_have_letters, COUNT_OF(letters))
{
    struct task_details details = {.sleeps_for = letters[_i].wait};
    const struct task task = {
        .state = letters[_i].state, .flags = letters[_i].flags, .details = &details};

    ck_assert_int_eq(map_letter(map_kind_of(&task)), letters[_i].letter);
}

CASE(a_thread_without_details_has_the_letter_of_its_state)
{
    ck_assert_int_eq(map_letter(map_kind_of(&(struct task){.state = 'S'})), 'o');
    ck_assert_int_eq(map_letter(map_kind_of(&(struct task){.state = 'D'})), 'D');
}

static const struct {
    uint32_t locks, runs, conditions;
    size_t width, scale, cells;
} scales[] = {
    {0, 0, 0, 10, 1, 0},         {0, 0, 10, 10, 1, 10},
    {0, 0, 11, 10, 2, 6},        {0, 1, 9599, 40, 500, 21},
    {0, 0, 20, 4, 5, 4},         {1279, 0, 9600, 34, 500, 23},
    {0, 0, 16000, 16, 1000, 16}, {0, 1, 16000, 16, 2000, 9},
    {1, 1, 1, 2, 5, 3}, /* more kinds than cells: the row is cut */
    {1, 1, 16000, 1, 20000, 3},  {0, 0, 4194304, 1, 5000000, 1},
    {0, 0, 1, 0, 1, 1},
};

LOOP(the_largest_pool_sets_the_scale, COUNT_OF(scales))
{
    struct map_row rows[2] = {
        {.count = scales[_i].locks + scales[_i].runs + scales[_i].conditions,
         .kinds[MAP_LOCK] = scales[_i].locks,
         .kinds[MAP_RUN] = scales[_i].runs,
         .kinds[MAP_COND] = scales[_i].conditions},
    };
    const struct map map = {.rows = rows, .count = 2};

    ck_assert_uint_eq(map_scale(&map, scales[_i].width), scales[_i].scale);
    ck_assert_uint_eq(map_cells(&rows[0], scales[_i].scale), scales[_i].cells);
}

CASE(levels_are_shares_of_a_cpu)
{
    ck_assert_uint_eq(map_level(5, 0), 0);
    ck_assert_uint_eq(map_level(0, 100), 0);
    ck_assert_uint_eq(map_level(1, 100), 1);
    ck_assert_uint_eq(map_level(10, 100), 1);
    ck_assert_uint_eq(map_level(11, 100), 2);
    ck_assert_uint_eq(map_level(50, 100), 2);
    ck_assert_uint_eq(map_level(51, 100), 3);
    ck_assert_uint_eq(map_level(100, 100), 3);
    ck_assert_uint_eq(map_level(101, 100), 4);
}

/* The threads of the fixed host at this time, in which each used so much CPU. */
static void take_sample(uint64_t time_s, uint64_t interval_s, uint64_t cpu_s)
{
    thread_sample.request = sample_request_of(&model);
    thread_sample.snapshot.system.monotonic_ns = time_s * NS_PER_S;
    thread_sample.interval_ns = interval_s * NS_PER_S;
    for (size_t i = 0; i < thread_sample.snapshot.count; i++)
        thread_sample.snapshot.tasks[i].delta_cpu_ns = cpu_s * NS_PER_S;
    give_sample(&thread_sample);
}

static void expect_minute(const char *expected)
{
    char minute[MAP_SLOTS + 1] = "";

    for (size_t i = 0; i < MAP_SLOTS; i++)
        minute[i] = " .:|#"[model.map.rows[0].levels[i]];
    ck_assert_str_eq(minute, expected);
}

CASE(rows_are_sorted_by_what_is_stuck)
{
    static const char *const pools[] = {"db reader", "exec-*", "db writer", "database"};

    press_keys("7");
    ck_assert(!model.map.known);
    expect_shown("reading what the threads wait for", true);
    take_sample(300, 3, 0);
    ck_assert(sample_request_is_met(&model));
    ck_assert_uint_eq(model.map.count, COUNT_OF(pools));
    for (int i = 0; i < COUNT_OF(pools); i++)
        ck_assert_str_eq(model.map.rows[i].id.name, pools[i]);
    ck_assert_uint_eq(model.map.rows[1].count, 3);
    expect_shown("exec-*     #oo ", true);
}

CASE(a_minute_moves_with_time)
{
    press_keys("7");
    take_sample(300, 3, 3);
    expect_minute("                   |");
    take_sample(303, 3, 0);
    expect_minute("                  | ");
    take_sample(304, 1, 2); /* in the same slot: the highest one counts */
    expect_shown(" 3  300.0\n",
                 true); /* no more than three threads can use, as in the pool's row */
    expect_minute("                  |#");
    take_sample(305, 1, 0);
    expect_minute("                  |#");
    press_keys("<Down>");
    expect_minute("                  |#");
    take_sample(312, 7, 1); /* its interval ends in the third slot from there */
    expect_minute("               |#:::");
    press_keys("q");
    take_sample(315, 3, 3);
    press_keys("7");
    take_sample(324, 3, 3); /* what was not seen is blank */
    expect_minute("           |#:::   |");
    take_sample(600, 3, 1);
    expect_minute("                   :");
}

CASE(scrolling_ends_at_the_last_row)
{
    resize(6, 80);
    press_keys("7");
    take_sample(300, 3, 0);
    press_keys("<End>");
    ck_assert_uint_eq(model.map.first, model.map.count - 1);
    press_keys("<PgUp>");
    ck_assert_uint_eq(model.map.first, model.map.count - 2);
    press_keys("<Home>");
    ck_assert_uint_eq(model.map.first, 0);
    expect_shown("pools 1-1 of 4, 6 of 6 threads", true);
}

/* Its rows are others, also until the processes are read again. */
CASE(the_table_stays_where_it_was)
{
    const struct window_position *position = &model.window->position;

    resize(12, 80);
    press_keys("N <End>");
    ck_assert_uint_eq(position->first_row, 8);
    press_keys("7");
    take_sample(300, 3, 0);
    press_keys("q");
    host_sample.request = sample_request_of(&model);
    give_sample(&host_sample);
    ck_assert_uint_eq(position->first_row, 8);
}

/* A pause and a mark, which stay, leave the line to the range of rows. */
CASE(the_range_is_always_shown)
{
    press_keys("@ 7");
    take_sample(300, 3, 0);
    expect_shown("\nMap: pools 1-4 of 4, 6 of 6 threads; q closes\n", true);
    press_keys("p");
    expect_shown("\nMap: pools 1-4 of 4, 6 of 6 threads; q closes  Paused: ", true);
}

CASE(it_says_that_not_all_were_read)
{
    press_keys("7");
    take_sample(300, 3, 0);
    expect_shown("not all read", false);
    thread_sample.snapshot.unasked = 2;
    expect_shown("\n  not all read: 2 of 6  Map: pools 1-4 of 4, 6 of 6 threads; q closes\n", true);
    thread_sample.snapshot.unasked = 0;
}

CASE(waits_are_read_for_the_map_alone)
{
    ck_assert(!(sample_request_of(&model).need & NEED_WAIT));
    press_keys("7");
    ck_assert(sample_request_of(&model).need & NEED_WAIT);
    press_keys("q");
    ck_assert(!(sample_request_of(&model).need & NEED_WAIT));
    ck_assert(!model.threads);
}
