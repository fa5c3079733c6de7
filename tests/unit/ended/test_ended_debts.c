/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was shown of tasks that are gone, off the sums of all that ended: each time once. */
#include <check.h>
#include <string.h>

#include "lib/ended/debts.h"
#include "tests/unit/ended/readings.h"
#include "tests/unit/run.h"

static struct seen_lists lists;
static struct ended_debts debts;
static struct ended_tally tally;
static uint64_t complete = 1;

static void teardown(void)
{
    seen_fini(&lists);
    debts_fini(&debts);
    debts = (struct ended_debts){0};
    tally_fini(&tally);
}

static void end_with(const char *comm, const char *by, uint32_t euid, uint64_t cpu_ms,
                     enum ended_wire_kind kind)
{
    struct ended_wire_key key = {.euid = euid, .kind = kind};
    const struct ended_used used = {.count = 1, .cpu_ns = (int64_t)MS(cpu_ms)};

    memcpy(key.comm, comm, strnlen(comm, sizeof(key.comm)));
    memcpy(key.by, by, strnlen(by, sizeof(key.by)));
    ck_assert_int_eq(tally_add(&tally, &key, &used), 0);
}

/* Pays by what ended since the last reading, and forgets that; what is left of it in ms. */
static int64_t pay_of(enum ended_wire_kind kind)
{
    int64_t left_ms;

    ck_assert_int_eq(debts_update(&debts, &lists, kind), 0);
    debts_pay(&debts, &tally, complete);
    left_ms = ms_of_all(&tally);
    tally_clear(&tally);
    return left_ms;
}

static int64_t pay(void)
{
    return pay_of(ENDED_PROCESSES);
}

static const struct reading_row both[] = {
    {10, 0, 1, "make", 500, 20, 0},
    {11, 0, 10, "cc1", 700, 300, 0},
};
static const struct reading_row alone[] = {{10, 0, 1, "make", 500, 20, 0}};

START_TEST(what_was_shown_is_taken_off_its_sum)
{
    TAKE(&lists, 1000, both);
    ck_assert_int_eq(pay(), 0);
    TAKE(&lists, 2000, alone);
    end_with("as", "make", 0, 50, ENDED_PROCESSES);
    end_with("cc1", "make", 0, 1000, ENDED_PROCESSES);
    ck_assert_int_eq(pay(), 50 + 700);
    /* Once. */
    TAKE(&lists, 3000, alone);
    end_with("cc1", "make", 0, 1000, ENDED_PROCESSES);
    ck_assert_int_eq(pay(), 1000);
}
END_TEST

START_TEST(it_may_take_sums_of_several_users)
{
    TAKE(&lists, 1000, both);
    ck_assert_int_eq(pay(), 0);
    TAKE(&lists, 2000, alone);
    end_with("cc1", "make", 1, 200, ENDED_PROCESSES);
    end_with("cc1", "make", 2, 200, ENDED_PROCESSES);
    ck_assert_int_eq(pay(), 100);
}
END_TEST

/* The kernel frees a task after it has left /proc. */
START_TEST(it_waits_for_its_sum_to_grow)
{
    TAKE(&lists, 1000, both);
    ck_assert_int_eq(pay(), 0);
    TAKE(&lists, 1100, alone);
    end_with("sh", "bash", 0, 2000, ENDED_PROCESSES);
    end_with("as", "make", 0, 299, ENDED_PROCESSES);
    ck_assert_int_eq(pay(), 2299);
    TAKE(&lists, 1200, alone);
    end_with("cc1", "make", 0, 400, ENDED_PROCESSES);
    ck_assert_int_eq(pay(), 100);
}
END_TEST

START_TEST(it_may_have_ended_by_another_name)
{
    TAKE(&lists, 1000, both);
    ck_assert_int_eq(pay(), 0);
    TAKE(&lists, 2000, alone);
    end_with("as", "make", 0, 200, ENDED_PROCESSES);
    end_with("ld", "make", 0, 400, ENDED_PROCESSES);
    ck_assert_int_eq(pay(), 200 + 100);
}
END_TEST

START_TEST(after_some_seconds_any_sum_will_do)
{
    int64_t ms = 0;

    TAKE(&lists, 1000, both);
    ck_assert_int_eq(pay(), 0);
    for (uint64_t moment_ms = 2000; moment_ms <= 14000; moment_ms += 1000) {
        TAKE(&lists, moment_ms, alone);
        end_with("cc1", "bash", 0, 200, ENDED_PROCESSES);
        ms += pay();
        if (moment_ms == 2000)
            ck_assert_int_eq(ms, 200);
    }
    ck_assert_int_eq(ms, 13 * 200 - 300);
}
END_TEST

/* Or what ended last by the old ones would be taken off all that ends from then on. */
START_TEST(sums_that_begin_anew_owe_nothing)
{
    TAKE(&lists, 1000, both);
    ck_assert_int_eq(pay(), 0);
    TAKE(&lists, 2000, alone);
    complete++;
    ck_assert_int_eq(pay(), 0);
    TAKE(&lists, 3000, alone);
    end_with("cc1", "make", 0, 1000, ENDED_PROCESSES);
    ck_assert_int_eq(pay(), 1000);
}
END_TEST

START_TEST(threads_owe_to_threads)
{
    const struct reading_row before[] = {
        {50, 0, 1, "pool", 500, 100, 0},
        {50, 50, 1, "pool", 500, 60, 0},
        {50, 51, 1, "exec-1", 600, 40, 0},
    };
    const struct reading_row after[] = {
        {50, 0, 1, "pool", 500, 130, 0},
        {50, 50, 1, "pool", 500, 70, 0},
    };

    TAKE(&lists, 1000, before);
    ck_assert_int_eq(pay_of(ENDED_THREADS), 0);
    TAKE(&lists, 2000, after);
    end_with("exec-1", "pool", 0, 60, ENDED_PROCESSES);
    end_with("exec-1", "pool", 0, 60, ENDED_THREADS);
    ck_assert_int_eq(pay_of(ENDED_THREADS), 60 + 20);
}
END_TEST

/* Thread 52 started a program: the leader's row goes on with its time, which is less. */
START_TEST(a_leader_that_gave_its_number_away_owes_what_it_has_shown)
{
    const struct reading_row before[] = {
        {50, 50, 1, "java", 500, 100, 0},
        {50, 52, 1, "java", 520, 20, 0},
    };
    const struct reading_row after[] = {{50, 50, 1, "sh", 500, 60, 0}};

    TAKE(&lists, 1000, before);
    ck_assert_int_eq(pay_of(ENDED_THREADS), 0);
    TAKE(&lists, 2000, after);
    end_with("java", "", 0, 110, ENDED_THREADS);
    end_with("java", "java", 0, 500, ENDED_THREADS);
    /* 10 of the old leader, 40 of the new one, whose row shows no difference; and 500. */
    ck_assert_int_eq(pay_of(ENDED_THREADS), 10 + 40 + 500);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ended_debts");
    TCase *tests = tcase_create("debts");

    tcase_add_checked_fixture(tests, NULL, teardown);
    tcase_add_test(tests, what_was_shown_is_taken_off_its_sum);
    tcase_add_test(tests, it_may_take_sums_of_several_users);
    tcase_add_test(tests, it_waits_for_its_sum_to_grow);
    tcase_add_test(tests, it_may_have_ended_by_another_name);
    tcase_add_test(tests, after_some_seconds_any_sum_will_do);
    tcase_add_test(tests, sums_that_begin_anew_owe_nothing);
    tcase_add_test(tests, threads_owe_to_threads);
    tcase_add_test(tests, a_leader_that_gave_its_number_away_owes_what_it_has_shown);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
