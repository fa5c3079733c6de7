/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of the summary about figures that the host does not have. */
#include <check.h>

#include "tests/common/fixed_host.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"

START_TEST(users_as_stock_top_where_nothing_records_them)
{
    host_sample.host.users = USERS_NO_RECORDS;
    expect_shown(",  0 users,", true);
    host_sample.host.users = USERS_UNKNOWN;
    expect_shown(",  - users,", true);
}
END_TEST

START_TEST(a_limit_of_memory_whose_use_is_unknown)
{
    fixed_host_make_container(&host_sample);
    host_sample.host.limits.mem_used_kib = MEMORY_UNKNOWN;
    expect_shown(" - of 10240.0 MiB used\n", true);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("top unknown");
    TCase *tests = tcase_create("top unknown");

    tcase_add_checked_fixture(tests, model_fixture_setup, model_fixture_teardown);
    tcase_add_test(tests, users_as_stock_top_where_nothing_records_them);
    tcase_add_test(tests, a_limit_of_memory_whose_use_is_unknown);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
