/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>

#include "tests/unit/ended/readings.h"
#include "tests/unit/run.h"

static struct seen_lists lists;

static void teardown(void)
{
    seen_fini(&lists);
}

static uint64_t key_of(pid_t tgid)
{
    return (uint64_t)tgid << 32;
}

START_TEST(rows_that_are_gone_are_remembered_for_a_minute)
{
    const struct reading_row rows[] = {{10, 0, 1, "a", 500, 20, 0}, {12, 0, 1, "b", 510, 30, 0}};

    TAKE(&lists, 1000, rows);
    take_reading(&lists, 2000, &rows[1], 1);
    ck_assert_uint_eq(seen_find_ended(&lists, key_of(10), MS(500), false)->cpu_ns, MS(20));
    ck_assert_uint_eq(seen_find_ended(&lists, key_of(12), MS(510), false)->gone_ns, 0);
    take_reading(&lists, 61000, NULL, 0);
    ck_assert_uint_eq(seen_find_ended(&lists, key_of(10), MS(500), false)->cpu_ns, MS(20));
    take_reading(&lists, 62000, NULL, 0);
    ck_assert_ptr_null(seen_find_ended(&lists, key_of(10), MS(500), false));
    ck_assert_ptr_nonnull(seen_find_ended(&lists, key_of(12), MS(510), false));
}
END_TEST

/* A task may be freed just after the reading that is the first without it. */
START_TEST(rows_that_are_gone_are_remembered_for_an_interval)
{
    const struct reading_row rows[] = {{10, 0, 1, "a", 500, 20, 0}};

    TAKE(&lists, 1000, rows);
    take_reading(&lists, 101000, NULL, 0);
    take_reading(&lists, 201000, NULL, 0);
    ck_assert_ptr_nonnull(seen_find_ended(&lists, key_of(10), MS(500), false));
    take_reading(&lists, 301000, NULL, 0);
    ck_assert_ptr_null(seen_find_ended(&lists, key_of(10), MS(500), false));
}
END_TEST

START_TEST(a_number_may_be_used_again)
{
    const struct reading_row first[] = {{10, 0, 1, "a", 500, 20, 0}};
    const struct reading_row second[] = {{10, 0, 1, "b", 1500, 30, 0}};

    TAKE(&lists, 1000, first);
    TAKE(&lists, 2000, second);
    take_reading(&lists, 3000, NULL, 0);
    ck_assert_uint_eq(lists.gone.count, 2);
    ck_assert_uint_eq(seen_find_ended(&lists, key_of(10), MS(500), false)->cpu_ns, MS(20));
    ck_assert_uint_eq(seen_find_ended(&lists, key_of(10), MS(1500), false)->cpu_ns, MS(30));
    ck_assert_ptr_null(seen_find_ended(&lists, key_of(10), MS(2500), false));
    ck_assert_ptr_nonnull(seen_find_ended(&lists, key_of(10), MS(2500), true));
}
END_TEST

/* procfs rounds start times down to a tick. */
START_TEST(starts_may_differ_by_a_tick)
{
    const struct reading_row rows[] = {{10, 0, 1, "a", 500, 20, 0}};

    TAKE(&lists, 1000, rows);
    ck_assert_ptr_nonnull(seen_find_ended(&lists, key_of(10), MS(509), false));
    ck_assert_ptr_null(seen_find_ended(&lists, key_of(10), MS(600), false));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ended_seen");
    TCase *tests = tcase_create("seen");

    tcase_add_checked_fixture(tests, NULL, teardown);
    tcase_add_test(tests, rows_that_are_gone_are_remembered_for_a_minute);
    tcase_add_test(tests, rows_that_are_gone_are_remembered_for_an_interval);
    tcase_add_test(tests, a_number_may_be_used_again);
    tcase_add_test(tests, starts_may_differ_by_a_tick);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
