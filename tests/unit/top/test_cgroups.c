/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/model/model.h"

FIXTURE(model_fixture_setup, model_fixture_teardown);

/* Groups g0 to g39, of which each uses more CPU time than the one before. */
#define GROUPS 40

static char paths[GROUPS][8], lines[GROUPS][16];

static void give_table(unsigned asked)
{
    struct cgroup_table *table = &host_sample.cgroups;

    cgroup_table_fini(table);
    table->rows = calloc(GROUPS, sizeof(table->rows[0]));
    ck_assert_ptr_nonnull(table->rows);
    table->count = table->capacity = GROUPS;
    table->mounted = table->compared = true;
    for (unsigned i = 0; i < GROUPS; i++) {
        snprintf(paths[i], sizeof(paths[i]), "/g%u", i);
        snprintf(lines[i], sizeof(lines[i]), "0::/g%u", i);
        table->rows[i] = (struct cgroup){
            .path = paths[i], .groups = lines[i], .hierarchy = "", .id = i + 1, .depth = 1};
        table->rows[i].asked = asked;
        table->rows[i].figures.have = asked;
        table->rows[i].change = (struct cgroup_change){
            .has = CGROUP_USAGE, .usage_us = i * 1000, .usage_span_ns = 1000000000};
    }
}

static void take_sample(unsigned asked)
{
    host_sample.request = sample_request_of(&model);
    give_table(asked);
    give_sample(&host_sample);
}

CASE(the_cursor_follows_its_group)
{
    press_keys("8");
    take_sample(CGROUP_ALL);
    ck_assert_uint_eq(model.cgroups.count, GROUPS);
    ck_assert_str_eq(model.cgroups.rows[0]->path, "/g39");
    press_keys("<Down> <Down>");
    ck_assert_str_eq(model.cgroups.rows[model.cgroups.cursor]->path, "/g37");
    press_keys("R");
    ck_assert_str_eq(model.cgroups.rows[model.cgroups.cursor]->path, "/g37");
    ck_assert_uint_eq(model.cgroups.cursor, 37);
    ck_assert(model.cgroups.first > 0 && model.cgroups.first <= 37);
    press_keys("/ 'g1 <Enter>");
    ck_assert_uint_eq(model.cgroups.count, 11);
    ck_assert_uint_eq(model.cgroups.cursor, 10); /* its group is not shown: the last one */
    press_keys("= <End> <Home>");
    ck_assert_uint_eq(model.cgroups.cursor, 0);
    ck_assert_uint_eq(model.cgroups.first, 0);
}

/* Hierarchies of version 1 number their inodes each for itself. */
CASE(the_cursor_follows_its_group_among_equal_inodes)
{
    press_keys("8");
    take_sample(CGROUP_ALL);
    for (unsigned i = 0; i < GROUPS; i++)
        host_sample.cgroups.rows[i].id = 2;
    press_keys("<Down> <Down> R");
    ck_assert_str_eq(model.cgroups.rows[model.cgroups.cursor]->path, "/g37");
    press_keys("<Enter>");
    ck_assert_str_eq(model.window->position.cgroup.path, "/g37");
}

/* Such as a service that was restarted: its path is what Enter shows the tasks of. */
CASE(the_cursor_follows_a_group_that_is_made_anew)
{
    press_keys("8");
    take_sample(CGROUP_ALL);
    press_keys("<Down> <Down>");
    give_table(CGROUP_ALL);
    host_sample.cgroups.rows[37].id = 1000;
    host_sample.cgroups.rows[37].change.usage_us = 0;
    give_sample(&host_sample);
    ck_assert_uint_gt(model.cgroups.cursor, 2);
    ck_assert_str_eq(model.cgroups.rows[model.cgroups.cursor]->path, "/g37");
}

CASE(what_is_requested)
{
    struct sample_request request;

    press_keys("8");
    request = sample_request_of(&model);
    ck_assert(request.cgroups);
    ck_assert_uint_eq(request.cgroup_request.need, CGROUP_USAGE);
    ck_assert(!(request.cgroup_request.shown_need & CGROUP_PEAK)); /* its column does not fit */
    ck_assert_uint_eq(request.cgroup_request.first, 0);
    ck_assert(!sample_request_is_met(&model));
    take_sample(CGROUP_ALL);
    ck_assert(sample_request_is_met(&model));
    take_sample(CGROUP_USAGE); /* as after scrolling: the rest was not read */
    ck_assert(!sample_request_is_met(&model));
    take_sample(CGROUP_ALL);
    host_sample.cgroups.compared = false; /* the first reading: no %CPU */
    ck_assert(!sample_request_is_met(&model));
    press_keys("/ 'g3 <Enter>");
    request = sample_request_of(&model);
    ck_assert_uint_eq(request.cgroup_request.count, 0);
    ck_assert_uint_eq(request.cgroup_request.shown_count, 11);
    ck_assert_uint_eq(request.cgroup_request.shown[0], 4); /* in ascending order */
    press_keys("q");
    ck_assert(!sample_request_of(&model).cgroups);
}

/* The next sample may have any other order. */
CASE(a_filter_requests_all_that_pass)
{
    struct sample_request request;

    press_keys("8");
    take_sample(CGROUP_ALL);
    press_keys("/ 'G <Enter>");
    request = sample_request_of(&model);
    ck_assert_uint_eq(request.cgroup_request.shown_count, GROUPS);
    for (unsigned i = 0; i < GROUPS; i++)
        ck_assert_uint_eq(request.cgroup_request.shown[i], i + 1);
}

/* Or each would bring the next one forward. */
CASE(a_sample_asks_for_no_rows)
{
    press_keys("8");
    take_sample(CGROUP_USAGE);
    ck_assert(sample_request_is_wanted(&model, EVENT_KEY));
    ck_assert(!sample_request_is_wanted(&model, EVENT_SAMPLE));
    ck_assert(!sample_request_is_wanted(&model, EVENT_NAMES));
    ck_assert(!sample_request_is_wanted(&model, EVENT_FILLED));
    host_sample.cgroups.compared = false;
    ck_assert(sample_request_is_wanted(&model, EVENT_SAMPLE));
    take_sample(CGROUP_ALL);
    ck_assert(!sample_request_is_wanted(&model, EVENT_KEY));
}

CASE(tasks_of_a_group)
{
    press_keys("8");
    take_sample(CGROUP_ALL);
    press_keys("<Enter>");
    ck_assert_str_eq(model.window->position.cgroup.path, "/g39");
    ck_assert_str_eq(model.message, "Tasks of /g39 only; = shows all");
    ck_assert(sample_request_of(&model).need & NEED_CGROUP);
    ck_assert_uint_eq(model.window->rows.count, 0);
    host_sample.snapshot.tasks[0].details->cgroup = "0::/g39/below";
    press_keys("<Down>");
    update(&model, &(struct event){.kind = EVENT_NAMES});
    ck_assert_uint_eq(model.window->rows.count, 1);
    expect_shown("\n1 of 13: control group /g39\n", true);
    model.settings.status = false; /* as with a configuration of stock top */
    expect_shown("\n1 of 13: control group /g39", true);
    press_keys("=");
    ck_assert_uint_eq(model.window->rows.count, 13);
    expect_shown("control group", false);
}

/* A pause and a mark, which stay, leave the line to the range of rows. */
CASE(the_range_is_always_shown)
{
    press_keys("@ 8");
    take_sample(CGROUP_ALL);
    expect_shown("\nControl groups 1-17 of 40 by %CPU; Enter tasks, q closes\n", true);
    press_keys("p");
    expect_shown("\nControl groups 1-17 of 40 by %CPU; Enter tasks, q closes  Paused: ", true);
    press_keys("o");
    expect_shown("Control groups", false);
}
