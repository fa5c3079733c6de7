/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What pairs of readings tell of the tasks that ended between them. */
#include <check.h>
#include <string.h>

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

START_TEST(orphans_are_reaped_by_init)
{
    const struct reading_row before[] = {
        init_row,
        {10, 0, 1, "make", 500, 20, 900},
        {11, 0, 10, "sh", 600, 30, 0},
        {12, 0, 11, "daemon", 600, 300, 0},
    };
    struct reading_row after[] = {init_row, {10, 0, 1, "make", 500, 20, 900 + 30}};

    after[0].reaped_ms += 450;
    READ(1000, false, before);
    READ(4000, false, after);
    ck_assert_int_eq(ms_by(&tally, "init", ENDED_PROCESSES), 150);
    ck_assert_int_eq(ms_by(&tally, "make", ENDED_PROCESSES), -1);
}

/* Of 8000 ms of the orphan and its parent 6020 have been shown. */
static const struct reading_row family[] = {
    {1, 0, 0, "init", 0, 100, 5000},     {20, 0, 1, "manager", 100, 50, 400},
    {30, 0, 20, "shell", 500, 20, 10},   {40, 0, 30, "script", 600, 20, 0},
    {50, 0, 40, "burner", 700, 6000, 0},
};

static void lose_script(uint64_t init_ms, uint64_t manager_ms, uint64_t shell_ms)
{
    struct reading_row after[3];

    memcpy(after, family, sizeof(after));
    after[0].reaped_ms += init_ms;
    after[1].reaped_ms += manager_ms;
    after[2].reaped_ms += shell_ms;
    READ(10000, false, family);
    READ(14000, false, after);
}

START_TEST(any_ancestor_may_be_a_subreaper)
{
    lose_script(0, 7980, 20);
    ck_assert_int_eq(ms_by(&tally, "manager", ENDED_PROCESSES), 1980);
    ck_assert_int_eq(ms_of_all(&tally), 1980);
}

/* A zombie reaps nobody: its children were given to another process. */
START_TEST(a_zombie_is_no_reaper)
{
    struct reading_row after[4];

    memcpy(after, family, sizeof(after));
    after[1].reaped_ms += 7980;
    READ(10000, false, family);
    TAKE(&lists, 14000, after);
    seen_find_process(&lists, 40)->is_zombie = true;
    infer(false);
    ck_assert_int_eq(ms_by(&tally, "manager", ENDED_PROCESSES), 1980);
    ck_assert_int_eq(ms_of_all(&tally), 1980);
}

/* 6000 ms have been shown of the time that one of them has, and only the sum is known. */
START_TEST(reapers_that_cannot_be_told_apart_share_a_row)
{
    lose_script(6300, 7980, 20);
    ck_assert_int_eq(ms_by(&tally, "init", ENDED_PROCESSES), 300);
    ck_assert_int_eq(ms_by(&tally, "manager", ENDED_PROCESSES), 1980);
    ck_assert_int_eq(ms_by(&tally, "shell", ENDED_PROCESSES), -1);
    ck_assert_int_eq(ms_by(&tally, "", ENDED_PROCESSES), 6000);
    ck_assert_int_eq(ms_of_all(&tally), 6300 + 7980 - 6000);
}

/* As below a process that joined the PID namespace of another one. */
START_TEST(others_than_ancestors_may_reap)
{
    const struct reading_row before[] = {
        {1, 0, 0, "init", 0, 100, 0},         {20, 0, 1, "shim", 100, 50, 0},
        {30, 0, 1, "other-init", 200, 50, 0}, {40, 0, 20, "joined", 300, 10, 0},
        {50, 0, 40, "worker", 400, 6000, 0},
    };
    const struct reading_row after[] = {
        {1, 0, 0, "init", 0, 100, 0},
        {20, 0, 1, "shim", 100, 50, 10},
        {30, 0, 1, "other-init", 200, 50, 6500},
    };

    READ(10000, false, before);
    READ(14000, false, after);
    ck_assert_int_eq(ms_by(&tally, "other-init", ENDED_PROCESSES), 500);
    ck_assert_int_eq(ms_of_all(&tally), 500);
}

/* The child exits during the scan, after its parent was read. */
START_TEST(a_child_that_is_reaped_later_counts_once)
{
    const struct reading_row before[] = {
        init_row, {10, 0, 1, "make", 500, 20, 900}, {11, 0, 10, "cc1", 700, 6000, 0}};
    struct reading_row after[] = {init_row, {10, 0, 1, "make", 500, 20, 900}};

    READ(10000, false, before);
    READ(14000, false, after);
    ck_assert_int_eq(ms_of_all(&tally), 0);
    after[1].reaped_ms += 6200;
    READ(18000, false, after);
    ck_assert_int_eq(ms_by(&tally, "make", ENDED_PROCESSES), 200);
    after[1].reaped_ms += 300;
    READ(22000, false, after);
    ck_assert_int_eq(ms_by(&tally, "make", ENDED_PROCESSES), 300);
}

static const struct {
    uint64_t processors, scan_ms;
    int64_t all_ms, make_ms, sh_ms, unknown_ms;
} limits[] = {
    {0, 0, 9000, 5000, 4000, -1},   {4, 0, 9000, 5000, 4000, -1}, {2, 0, 7500, 3500, 4000, -1},
    {2, 500, 8500, 4500, 4000, -1}, /* the last task was read so much later */
    {1, 0, 3500, 0, 0, 3500},       /* whose time is too much cannot be known */
};

/* In 4 s, in which a living process has used 0.5 s. */
START_TEST(nothing_exceeds_what_the_processors_had)
{
    const struct infer_evidence evidence = {
        .forked = true, .processors = limits[_i].processors, .scan_ns = MS(limits[_i].scan_ms)};
    const struct reading_row before[] = {
        init_row, {10, 0, 1, "make", 500, 20, 900}, {20, 0, 1, "sh", 600, 0, 0}};
    const struct reading_row after[] = {
        init_row, {10, 0, 1, "make", 500, 520, 5900}, {20, 0, 1, "sh", 600, 0, 4000}};

    READ(10000, false, before);
    TAKE(&lists, 14000, after);
    tally_clear(&tally);
    ck_assert_int_eq(infer_update(&lists, false, &evidence, &tally), 0);
    ck_assert_int_eq(ms_of_all(&tally), limits[_i].all_ms);
    ck_assert_int_eq(ms_by(&tally, "make", ENDED_PROCESSES), limits[_i].make_ms);
    ck_assert_int_eq(ms_by(&tally, "sh", ENDED_PROCESSES), limits[_i].sh_ms);
    ck_assert_int_eq(ms_by(&tally, "", ENDED_PROCESSES), limits[_i].unknown_ms);
}

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
    const struct infer_evidence evidence = {.exits = exits, .forked = forked};

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

TESTS("ended_infer", FIXTURE(NULL, teardown), CASE(one_reading_tells_nothing),
      CASE(reaped_children_are_those_of_their_parent), CASE(what_was_shown_of_children_counts_once),
      CASE(a_new_parent_has_reaped_all_since_the_last_reading), CASE(orphans_are_reaped_by_init),
      CASE(any_ancestor_may_be_a_subreaper), CASE(a_zombie_is_no_reaper),
      CASE(reapers_that_cannot_be_told_apart_share_a_row), CASE(others_than_ancestors_may_reap),
      CASE(a_child_that_is_reaped_later_counts_once),
      LOOP(nothing_exceeds_what_the_processors_had, COUNT_OF(limits)),
      CASE(a_parent_that_ignores_children_gets_nothing),
      CASE(a_number_that_is_used_again_is_another_process), CASE(parents_in_a_circle_end),
      CASE(dead_threads_are_what_the_living_do_not_explain),
      CASE(threads_that_were_dead_before_do_not_count), CASE(what_goes_up_and_down_counts_once),
      CASE(a_program_started_by_a_thread), CASE(without_forks_nothing_has_exited),
      CASE(without_exits_nothing_has_exited), CASE(exits_of_the_interval_before_count),
      CASE(a_row_that_is_gone_has_exited))
