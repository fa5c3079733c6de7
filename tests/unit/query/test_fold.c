/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <check.h>
#include <stdio.h>

#include "lib/query/fold.h"
#include "tests/unit/run.h"

static const struct fold_by by_name; /* alone */

START_TEST(similar_names_in_a_process_are_one)
{
    struct task tasks[] = {
        {.tgid = 1, .comm = "a-1", .utime_ns = 1, .stime_ns = 2, .delta_cpu_ns = 10},
        {.tgid = 1, .comm = "main", .utime_ns = 100, .delta_cpu_ns = 1},
        {.tgid = 1, .comm = "a-22", .utime_ns = 4, .stime_ns = 8, .delta_cpu_ns = 20},
        {.tgid = 2, .comm = "a-3", .utime_ns = 1000, .delta_cpu_ns = 7},
        {.tgid = 1, .comm = "a-", .utime_ns = 1, .delta_cpu_ns = 2},
        {.tgid = 1, .comm = "main", .utime_ns = 200, .delta_cpu_ns = 2},
        {.tgid = 1, .comm = NULL},
    };
    struct task *rows[COUNT_OF(tasks)];
    struct pool pools[COUNT_OF(tasks)];
    uint32_t pool_of[COUNT_OF(tasks)];
    static const uint32_t expected[] = {0, 1, 0, 2, 3, 1, 4};

    for (int i = 0; i < COUNT_OF(tasks); i++)
        rows[i] = &tasks[i];
    ck_assert_int_eq(fold_pools(rows, COUNT_OF(tasks), &by_name, pools, pool_of), 5);
    for (int i = 0; i < COUNT_OF(tasks); i++)
        ck_assert_uint_eq(pool_of[i], expected[i]);
    ck_assert_ptr_eq(pools[0].first, &tasks[0]);
    ck_assert_uint_eq(pools[0].count, 2);
    ck_assert_uint_eq(pools[0].cpu_ns, 15);
    ck_assert_uint_eq(pools[0].delta_cpu_ns, 30);
    ck_assert_uint_eq(pools[1].cpu_ns, 300);
    ck_assert_uint_eq(pools[2].count, 1);
    ck_assert_str_eq(pools[2].name, "a-*");
    ck_assert_int_eq(fold_pools(rows, 0, &by_name, pools, pool_of), 0);
}
END_TEST

START_TEST(those_with_another_value_are_apart)
{
    struct task tasks[] = {
        {.tgid = 1, .comm = "a-1", .nice = 5}, {.tgid = 1, .comm = "a-2", .nice = 0},
        {.tgid = 1, .comm = "a-3", .nice = 5}, {.tgid = 1, .comm = "b-1", .nice = 5},
        {.tgid = 2, .comm = "a-4", .nice = 5}, {.tgid = 1, .comm = "a-5", .nice = 0},
    };
    const struct fold_by by_nice = {.column = column_find("ni")};
    struct task *rows[COUNT_OF(tasks)];
    struct pool pools[COUNT_OF(tasks)];
    uint32_t pool_of[COUNT_OF(tasks)];
    static const uint32_t expected[] = {0, 1, 0, 2, 3, 1};

    for (int i = 0; i < COUNT_OF(tasks); i++) {
        tasks[i].have = NEED_STAT;
        tasks[i].process = &process_none;
        rows[i] = &tasks[i];
    }
    ck_assert_int_eq(fold_pools(rows, COUNT_OF(tasks), &by_nice, pools, pool_of), 4);
    for (int i = 0; i < COUNT_OF(tasks); i++)
        ck_assert_uint_eq(pool_of[i], expected[i]);
    ck_assert_int_eq(pools[0].value.as.i, 5);
    ck_assert_uint_eq(pools[1].count, 2);
}
END_TEST

/* More than the table has room for at first, in names that differ little. */
START_TEST(many_pools)
{
    enum {
        POOLS = 2000,
        EACH = 3
    };
    static struct task tasks[POOLS * EACH];
    static struct task *rows[POOLS * EACH];
    static struct pool pools[POOLS * EACH];
    static uint32_t pool_of[POOLS * EACH];
    static char comms[POOLS * EACH][16];

    for (size_t i = 0; i < POOLS * EACH; i++) {
        snprintf(comms[i], sizeof(comms[i]), "n%zux-%zu", i % POOLS, i / POOLS);
        tasks[i] = (struct task){.tgid = 7, .comm = comms[i], .delta_cpu_ns = 1};
        rows[i] = &tasks[i];
    }
    ck_assert_int_eq(fold_pools(rows, POOLS * EACH, &by_name, pools, pool_of), POOLS);
    for (size_t i = 0; i < POOLS; i++) {
        ck_assert_uint_eq(pools[i].count, EACH);
        ck_assert_uint_eq(pools[i].delta_cpu_ns, EACH);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fold");
    TCase *tcase = tcase_create("fold");

    tcase_add_test(tcase, similar_names_in_a_process_are_one);
    tcase_add_test(tcase, those_with_another_value_are_apart);
    tcase_add_test(tcase, many_pools);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
