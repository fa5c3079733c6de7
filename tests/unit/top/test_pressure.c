/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pressure: the line about the host, and what the pane of control groups says of one. */
#include <stdio.h>
#include <string.h>

#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/model/model.h"

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

FIXTURE(setup, model_fixture_teardown);

CASE(the_summary_has_a_line_of_it)
{
    static const char line[] = "\nStalled 10 s: cpu 12% mem 1% io 100%\n";

    expect_shown(line, true);
    press_keys("6");
    expect_shown("Stalled", false);
    ck_assert(!sample_request_of(&model).pressure);
    ck_assert_str_eq(model.message, "");
    press_keys("6");
    expect_shown(line, true);
    ck_assert(sample_request_of(&model).pressure);
    ck_assert_str_eq(model.message, "");
}

CASE(memory_is_left_out_where_nothing_waits_for_it)
{
    host_sample.pressures[PRESSURE_MEMORY].some = 0.4;
    expect_shown("\nStalled 10 s: cpu 12% io 100%\n", true);
    host_sample.pressures[PRESSURE_CPU].has_some = false;
    expect_shown("\nStalled 10 s: io 100%\n", true);
}

CASE(no_line_where_it_is_not_measured)
{
    memset(host_sample.pressures, 0, sizeof(host_sample.pressures));
    expect_shown("Stalled", false);
    press_keys("6 6");
    ck_assert_str_eq(model.message, "PSI not available");
}

CASE(the_pane_has_that_of_the_group)
{
    struct cgroup_figures *cgroup = &host_sample.cgroup;

    ck_assert_str_eq(sample_request_of(&model).cgroup, "");
    press_keys("<C-g>");
    expect_shown("\n0::/user.slice\n", true);
    ck_assert_str_eq(sample_request_of(&model).cgroup, "/user.slice");
    ck_assert(!sample_request_is_met(&model));

    host_sample.request = sample_request_of(&model);
    ck_assert(sample_request_is_met(&model));
    memcpy(cgroup->pressures, measured, sizeof(measured));
    give_sample(&host_sample);
    expect_shown("\n0::/user.slice, cpu pressure 12.3/- %, memory pressure 1.0/0.5 %, "
                 "io pressure 10",
                 true);
    memset(cgroup->pressures, 0, sizeof(cgroup->pressures));
    cgroup->have = CGROUP_THROTTLING;
    cgroup->throttled_periods = 12;
    cgroup->throttled_us = 3500000;
    give_sample(&host_sample);
    expect_shown("\n0::/user.slice, throttled x12, 3.50 s\n", true);
    press_keys("<C-g>");
    ck_assert_str_eq(sample_request_of(&model).cgroup, "");
}

#define ID "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1"

CASE(the_pane_names_the_container)
{
    static struct task_details details = {
        .cgroup = "0::/kubepods/pod1c1d2e3f-4a5b-6c7d-8e9f-0a1b2c3d4e5f/" ID};
    struct task *task = model_find_task(&model, 300);

    resize(24, 250);
    give_labels();
    task->details = &details;
    press_keys("<C-g>");
    expect_shown("container id:a1a1a1a1a1a1, pod id:1c1d2e3f-4a5b", true);
    details.cgroup = "0::/lxc.payload.a, memory 1G";
    update(&model, &(struct event){.kind = EVENT_NAMES});
    expect_shown("container \"a, memory 1G\"\n", true);
}

CASE(the_pane_has_limits)
{
    struct cgroup_figures *cgroup = &host_sample.cgroup;

    resize(24, 250);
    press_keys("<C-g>");
    host_sample.request = sample_request_of(&model);
    *cgroup = (struct cgroup_figures){
        .have = CGROUP_CPU_LIMIT | CGROUP_MEMORY | CGROUP_MEMORY_LIMIT | CGROUP_OOM |
                CGROUP_PROCESSES | CGROUP_THROTTLING,
        .cpu_quota_us = CGROUP_UNLIMITED,
        .cpu_period_us = 100000,
        .memory = 1048576,
        .memory_limit = CGROUP_UNLIMITED,
        .processes = 1,
    };
    give_sample(&host_sample);
    expect_shown("\n0::/user.slice, memory 1.0M, other processes 0\n", true);
    cgroup->cpu_quota_us = 250000;
    cgroup->memory_limit = 2097152;
    cgroup->oom_kills = 3;
    give_sample(&host_sample);
    expect_shown("\n0::/user.slice, CPU limit 2.50, memory 1.0M/2.0M, OOM kills 3, ", true);
}

/* The task may have moved since the sample was taken. */
CASE(not_that_of_another_group)
{
    host_sample.cgroup.have = CGROUP_THROTTLING;
    host_sample.cgroup.throttled_periods = 12;
    snprintf(host_sample.request.cgroup, sizeof(host_sample.request.cgroup), "/system.slice");
    press_keys("<C-g>");
    expect_shown("\n0::/user.slice\n", true);
    ck_assert(!sample_request_is_met(&model));
}
