/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What pairs of readings tell of the tasks that ended between them. */
#include <check.h>

#include "lib/ended/infer.h"
#include "tests/unit/ended/readings.h"
#include "tests/unit/run.h"

static struct seen_lists lists;
static struct ended_tally tally;

static void teardown(void)
{
    seen_fini(&lists);
    tally_fini(&tally);
}

static void infer(bool threads)
{
    const struct infer_evidence evidence = {.forked = true};

    tally_clear(&tally);
    ck_assert_int_eq(infer_update(&lists, threads, &evidence, &tally), 0);
}

#define READ(moment_ms, threads, rows)     \
    do {                                   \
        TAKE(&lists, (moment_ms), (rows)); \
        infer(threads);                    \
    } while (0)

/* tgid, tid, ppid, comm, start, cpu, reaped */
static const struct reading_row init_row = {1, 0, 0, "init", 0, 100, 5000};

START_TEST(one_reading_tells_nothing)
{
    const struct reading_row rows[] = {init_row, {10, 0, 1, "make", 500, 20, 900}};

    READ(1000, false, rows);
    ck_assert_uint_eq(tally.count, 0);
}
END_TEST

START_TEST(reaped_children_are_those_of_their_parent)
{
    const struct reading_row before[] = {init_row, {10, 0, 1, "make", 500, 20, 900}};
    const struct reading_row after[] = {init_row, {10, 0, 1, "make", 500, 30, 2900}};

    READ(1000, false, before);
    READ(4000, false, after);
    ck_assert_int_eq(ms_by(&tally, "make", ENDED_PROCESSES), 2000);
    ck_assert_uint_eq(tally.count, 1);
    READ(7000, false, after);
    ck_assert_uint_eq(tally.count, 0);
}
END_TEST

/* cc1 had shown 700 of its 1200 ms; gcc, too, is gone. */
START_TEST(what_was_shown_of_children_counts_once)
{
    const struct reading_row before[] = {
        init_row,
        {10, 0, 1, "make", 500, 20, 900},
        {11, 0, 10, "gcc", 600, 10, 40},
        {12, 0, 11, "cc1", 700, 700, 0},
    };
    const struct reading_row after[] = {
        init_row,
        {10, 0, 1, "make", 500, 20, 900 + 10 + 40 + 1200 + 5},
    };

    READ(1000, false, before);
    READ(4000, false, after);
    ck_assert_int_eq(ms_by(&tally, "make", ENDED_PROCESSES), 1200 - 700 + 5);
}
END_TEST

START_TEST(a_new_parent_has_reaped_all_since_the_last_reading)
{
    const struct reading_row before[] = {init_row};
    const struct reading_row after[] = {init_row, {20, 0, 1, "sh", 2000, 5, 800}};
    const struct reading_row old[] = {
        init_row, {20, 0, 1, "sh", 2000, 5, 800}, {30, 0, 1, "old", 100, 5, 800}};

    READ(1000, false, before);
    READ(4000, false, after);
    ck_assert_int_eq(ms_by(&tally, "sh", ENDED_PROCESSES), 800);
    /* It had not been seen, but was there: when its children ended is not known. */
    READ(7000, false, old);
    ck_assert_uint_eq(tally.count, 0);
}
END_TEST

START_TEST(orphans_are_reaped_by_init)
{
    const struct reading_row before[] = {
        init_row,
        {10, 0, 1, "make", 500, 20, 900},
        {11, 0, 10, "daemon", 600, 300, 0},
    };
    struct reading_row after[] = {init_row, {10, 0, 1, "make", 500, 20, 900}};

    after[0].reaped_ms += 450;
    READ(1000, false, before);
    READ(4000, false, after);
    ck_assert_int_eq(ms_by(&tally, "init", ENDED_PROCESSES), 150);
    ck_assert_int_eq(ms_by(&tally, "make", ENDED_PROCESSES), -1);
}
END_TEST

START_TEST(a_parent_that_ignores_children_gets_nothing)
{
    const struct reading_row before[] = {
        init_row,
        {10, 0, 1, "server", 500, 20, 0},
        {11, 0, 10, "worker", 600, 300, 0},
    };
    const struct reading_row after[] = {init_row, {10, 0, 1, "server", 500, 20, 0}};

    READ(1000, false, before);
    READ(4000, false, after);
    ck_assert_uint_eq(tally.count, 0);
}
END_TEST

START_TEST(a_number_that_is_used_again_is_another_process)
{
    const struct reading_row before[] = {init_row, {10, 0, 1, "make", 500, 20, 900}};
    struct reading_row after[] = {init_row, {10, 0, 1, "sh", 3000, 5, 70}};

    after[0].reaped_ms += 1000;
    READ(1000, false, before);
    READ(4000, false, after);
    ck_assert_int_eq(ms_by(&tally, "sh", ENDED_PROCESSES), 70);
    ck_assert_int_eq(ms_by(&tally, "init", ENDED_PROCESSES), 1000 - 920);
}
END_TEST

START_TEST(parents_in_a_circle_end)
{
    const struct reading_row before[] = {
        init_row, {10, 0, 11, "a", 500, 20, 0}, {11, 0, 10, "b", 500, 20, 0}};
    struct reading_row after[] = {init_row};

    after[0].reaped_ms += 100;
    READ(1000, false, before);
    READ(4000, false, after);
    ck_assert_int_eq(ms_by(&tally, "init", ENDED_PROCESSES), 60);
}
END_TEST

/* Two workers are gone: one had shown 40 ms, one was never seen. */
START_TEST(dead_threads_are_what_the_living_do_not_explain)
{
    const struct reading_row before[] = {
        {50, 0, 1, "pool", 500, 100, 0},
        {50, 50, 1, "pool", 500, 60, 0},
        {50, 51, 1, "exec-1", 600, 40, 0},
    };
    const struct reading_row after[] = {
        {50, 0, 1, "pool", 500, 400, 0},
        {50, 50, 1, "pool", 500, 70, 0},
    };

    READ(1000, true, before);
    READ(4000, true, after);
    ck_assert_int_eq(ms_by(&tally, "pool", ENDED_THREADS), 330 - 40);
    READ(7000, true, after);
    ck_assert_uint_eq(tally.count, 0);
}
END_TEST

START_TEST(threads_that_were_dead_before_do_not_count)
{
    const struct reading_row rows[] = {
        {50, 0, 1, "pool", 500, 1000, 0},
        {50, 50, 1, "pool", 500, 60, 0},
    };

    READ(1000, true, rows);
    ck_assert_uint_eq(tally.count, 0);
    READ(2000, true, rows);
    ck_assert_uint_eq(tally.count, 0);
}
END_TEST

/* Busy threads are read some time after their process: that is no death, in either direction. */
START_TEST(what_goes_up_and_down_counts_once)
{
    struct reading_row rows[] = {
        {50, 0, 1, "busy", 500, 1000, 0},
        {50, 50, 1, "busy", 500, 900, 0},
    };

    READ(1000, true, rows);
    rows[0].cpu_ms = 2000;
    rows[1].cpu_ms = 1980;
    READ(2000, true, rows);
    ck_assert_uint_eq(tally.count, 0);
    rows[0].cpu_ms = 3000;
    rows[1].cpu_ms = 2895;
    READ(3000, true, rows);
    ck_assert_int_eq(ms_of_all(&tally), 5);
}
END_TEST

/* Thread 52 starts a program: it becomes the leader, and all others are gone. */
START_TEST(a_program_started_by_a_thread)
{
    const struct reading_row before[] = {
        {50, 0, 1, "java", 500, 100 + 300 + 20, 0},
        {50, 50, 1, "java", 500, 100, 0},
        {50, 51, 1, "java", 510, 300, 0},
        {50, 52, 1, "java", 520, 20, 0},
    };
    /* The leader had come to 110, 51 to 340, and 52 to 150 as the new one. */
    const struct reading_row after[] = {
        {50, 0, 1, "sh", 500, 110 + 340 + 150, 0},
        {50, 50, 1, "sh", 500, 150, 0},
    };

    READ(1000, true, before);
    READ(4000, true, after);
    /* The leader's row shows 50; both together are what was used. */
    ck_assert_int_eq(ms_of_all(&tally) + 50, 10 + 40 + 130);
}
END_TEST

static const struct reading_row quiet[] = {
    {1, 0, 0, "init", 0, 100, 5000},   {10, 0, 1, "make", 500, 20, 900},
    {50, 0, 1, "pool", 500, 100, 0},   {50, 50, 1, "pool", 500, 60, 0},
    {50, 51, 1, "exec-1", 600, 40, 0},
};

/* Rows that are not of one moment: a sleeper was read before it ran, a parent later. */
static const struct reading_row skewed[] = {
    {1, 0, 0, "init", 0, 100, 5000},   {10, 0, 1, "make", 500, 20, 950},
    {50, 0, 1, "pool", 500, 300, 0},   {50, 50, 1, "pool", 500, 60, 0},
    {50, 51, 1, "exec-1", 600, 40, 0},
};

static void infer_by(const struct exit_table *exits, bool forked)
{
    const struct infer_evidence evidence = {exits, forked};

    tally_clear(&tally);
    ck_assert_int_eq(infer_update(&lists, true, &evidence, &tally), 0);
}

START_TEST(without_forks_nothing_has_exited)
{
    TAKE(&lists, 1000, quiet);
    infer_by(NULL, false);
    TAKE(&lists, 4000, skewed);
    infer_by(NULL, false);
    ck_assert_uint_eq(tally.count, 0);
    /* What is still unexplained then counts when something may have exited. */
    TAKE(&lists, 7000, skewed);
    infer_by(NULL, true);
    ck_assert_int_eq(ms_by(&tally, "pool", ENDED_THREADS), 200);
}
END_TEST

START_TEST(without_exits_nothing_has_exited)
{
    struct exit_table exits = {0};

    exit_table_add_thread(&exits, 99);
    exit_table_add_process(&exits, 98, 99);
    exit_table_settle(&exits);
    TAKE(&lists, 1000, quiet);
    infer_by(&exits, true);
    TAKE(&lists, 4000, skewed);
    infer_by(&exits, true);
    ck_assert_int_eq(ms_of_all(&tally), 0);
    exit_table_fini(&exits);
}
END_TEST

START_TEST(exits_of_the_interval_before_count)
{
    struct exit_table exits = {0};

    exit_table_add_thread(&exits, 50);
    exit_table_add_process(&exits, 98, 10);
    exit_table_settle(&exits);
    TAKE(&lists, 1000, quiet);
    infer_by(&exits, true);
    exit_table_clear(&exits);
    TAKE(&lists, 4000, skewed);
    infer_by(&exits, true);
    ck_assert_int_eq(ms_by(&tally, "pool", ENDED_THREADS), 200);
    ck_assert_int_eq(ms_by(&tally, "make", ENDED_PROCESSES), 50);
    exit_table_fini(&exits);
}
END_TEST

/* The kernel has lost no exit, but tells of it later than the row is gone. */
START_TEST(a_row_that_is_gone_has_exited)
{
    struct exit_table none = {0};

    TAKE(&lists, 1000, quiet);
    infer_by(&none, false);
    take_reading(&lists, 4000, skewed, 4);
    infer_by(&none, false);
    ck_assert_int_eq(ms_by(&tally, "pool", ENDED_THREADS), 200);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ended_infer");
    TCase *children = tcase_create("children"), *threads = tcase_create("threads");

    tcase_add_checked_fixture(children, NULL, teardown);
    tcase_add_test(children, one_reading_tells_nothing);
    tcase_add_test(children, reaped_children_are_those_of_their_parent);
    tcase_add_test(children, what_was_shown_of_children_counts_once);
    tcase_add_test(children, a_new_parent_has_reaped_all_since_the_last_reading);
    tcase_add_test(children, orphans_are_reaped_by_init);
    tcase_add_test(children, a_parent_that_ignores_children_gets_nothing);
    tcase_add_test(children, a_number_that_is_used_again_is_another_process);
    tcase_add_test(children, parents_in_a_circle_end);
    suite_add_tcase(suite, children);
    tcase_add_checked_fixture(threads, NULL, teardown);
    tcase_add_test(threads, dead_threads_are_what_the_living_do_not_explain);
    tcase_add_test(threads, threads_that_were_dead_before_do_not_count);
    tcase_add_test(threads, what_goes_up_and_down_counts_once);
    tcase_add_test(threads, a_program_started_by_a_thread);
    tcase_add_test(threads, without_forks_nothing_has_exited);
    tcase_add_test(threads, without_exits_nothing_has_exited);
    tcase_add_test(threads, exits_of_the_interval_before_count);
    tcase_add_test(threads, a_row_that_is_gone_has_exited);
    suite_add_tcase(suite, threads);
    return run_suite(suite);
}
