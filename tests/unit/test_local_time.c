/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdint.h>
#include <stdlib.h>

#include "lib/text/local_time.h"
#include "tests/unit/run.h"

/* The end of summer time in 2001, when 02:30 came twice. */
#define FIRST_0230  INT64_C(1004229000)
#define SECOND_0230 INT64_C(1004232600)

static void setup(void)
{
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
}

START_TEST(each_second_has_its_own_time)
{
    static const time_t seconds[] = {0, FIRST_0230, FIRST_0230, SECOND_0230, 0, SECOND_0230 + 1};
    struct local_time cache = {0};

    for (int i = 0; i < COUNT_OF(seconds); i++) {
        struct tm expected;
        struct tm local;

        ck_assert_ptr_nonnull(localtime_r(&seconds[i], &expected));
        ck_assert(local_time_get(&cache, seconds[i], &local));
        ck_assert_int_eq(mktime(&local), seconds[i]);
        ck_assert_int_eq(local.tm_isdst, expected.tm_isdst);
        ck_assert(local_time_get(NULL, seconds[i], &local));
        ck_assert_int_eq(local.tm_sec, expected.tm_sec);
        ck_assert_int_eq(local.tm_hour, expected.tm_hour);
    }
}
END_TEST

START_TEST(a_year_too_large_is_unknown_each_time)
{
    struct local_time cache = {0};
    struct tm local;

    ck_assert(local_time_get(&cache, 0, &local));
    ck_assert(!local_time_get(&cache, INT64_MAX, &local));
    ck_assert(!local_time_get(&cache, INT64_MAX, &local));
    ck_assert(!local_time_get(NULL, INT64_MAX, &local));
    ck_assert(local_time_get(&cache, 0, &local));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("local_time");
    TCase *tests = tcase_create("local_time");

    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, each_second_has_its_own_time);
    tcase_add_test(tests, a_year_too_large_is_unknown_each_time);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
