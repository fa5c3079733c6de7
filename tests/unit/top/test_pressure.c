/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pressure: the line about the host, and what the pane of control groups says of one. */
#include <check.h>
#include <string.h>

#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/model/sample_request.h"

static const struct pressure measured[PRESSURE_KINDS] = {
    [PRESSURE_CPU] = {.has_some = true, .some = 12.34},
    [PRESSURE_MEMORY] = {.has_some = true, .has_full = true, .some = 1, .full = 0.5},
    [PRESSURE_IO] = {.has_some = true, .has_full = true, .some = 100, .full = 99.99},
};

static void setup(void)
{
    model_fixture_setup();
    memcpy(host_sample.pressures, measured, sizeof(measured));
}

START_TEST(the_summary_has_a_line_of_it)
{
    static const char line[] =
        "\nPressure: 12.3/- cpu, 1.0/0.5 memory, 100.0/100.0 io, some/full %\n";

    expect_shown(line, true);
    press_keys("6");
    expect_shown("Pressure:", false);
    ck_assert(!sample_request_of(&model).pressure);
    ck_assert_str_eq(model.message, "");
    press_keys("6");
    expect_shown(line, true);
    ck_assert(sample_request_of(&model).pressure);
    ck_assert_str_eq(model.message, "");
}
END_TEST

START_TEST(no_line_where_it_is_not_measured)
{
    memset(host_sample.pressures, 0, sizeof(host_sample.pressures));
    expect_shown("Pressure:", false);
    press_keys("6 6");
    ck_assert_str_eq(model.message, "Pressure is not measured here");
}
END_TEST

START_TEST(the_pane_has_that_of_the_group)
{
    struct cgroup_pressure *cgroup = &host_sample.cgroup;

    ck_assert_str_eq(sample_request_of(&model).cgroup, "");
    press_keys("<C-g>");
    expect_shown("\n0::/user.slice\n", true);
    ck_assert_str_eq(sample_request_of(&model).cgroup, "/user.slice");
    ck_assert(!sample_request_is_met(&model));

    host_sample.request = sample_request_of(&model);
    ck_assert(sample_request_is_met(&model));
    memcpy(cgroup->pressures, measured, sizeof(measured));
    update(&model, &(struct event){.kind = EVENT_SAMPLE, .as.sample = &host_sample});
    expect_shown("\n0::/user.slice, cpu pressure 12.3/- %, memory pressure 1.0/0.5 %, "
                 "io pressure 10",
                 true);
    memset(cgroup->pressures, 0, sizeof(cgroup->pressures));
    cgroup->has_throttling = true;
    cgroup->throttled_count = 12;
    cgroup->throttled_us = 3500000;
    update(&model, &(struct event){.kind = EVENT_SAMPLE, .as.sample = &host_sample});
    expect_shown("\n0::/user.slice, throttled x12, 3.50 s\n", true);
    press_keys("<C-g>");
    ck_assert_str_eq(sample_request_of(&model).cgroup, "");
}
END_TEST

/* The task may have moved since the sample was taken. */
START_TEST(not_that_of_another_group)
{
    host_sample.cgroup.has_throttling = true;
    snprintf(host_sample.request.cgroup, sizeof(host_sample.request.cgroup), "/system.slice");
    press_keys("<C-g>");
    expect_shown("\n0::/user.slice\n", true);
    ck_assert(!sample_request_is_met(&model));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("top_pressure");
    TCase *shown = tcase_create("shown");

    tcase_add_checked_fixture(shown, setup, model_fixture_teardown);
    tcase_add_test(shown, the_summary_has_a_line_of_it);
    tcase_add_test(shown, no_line_where_it_is_not_measured);
    tcase_add_test(shown, the_pane_has_that_of_the_group);
    tcase_add_test(shown, not_that_of_another_group);
    suite_add_tcase(suite, shown);
    return run_suite(suite);
}
