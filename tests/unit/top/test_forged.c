/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names that look like text of ours: none makes the detail pane or a row say what we do not. */
#include <stdio.h>
#include <string.h>

#include "tests/common/ended_rows.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"

FIXTURE(model_fixture_setup, model_fixture_teardown);

/* What of a path fits behind "file: ". */
#define LINE (80 - 6)

/* A FIFO whose name fills the screen's lines. */
CASE(a_file_is_no_line_of_a_wait)
{
    struct task *task = task_of(300);
    char path[256];

    task->have = ~(need_t)0;
    memset(path, '_', LINE);
    snprintf(path + LINE, sizeof(path) - LINE, "%-76s%s", "DEADLOCK: 1 -> 412 -> 1",
             "owner: 1 (systemd), S, poll");
    task->details->wait_file = path;
    resize(60, 80);
    press_keys("L '300 <Enter> <C-w>");
    expect_shown("_\n  > DEADLOCK: 1 -> 412 -> 1", true);
    expect_shown("\n  > owner: 1 (systemd), S, poll\n", true);
    expect_shown("\nDEADLOCK: 301 -> 302 -> 301 (from program memory)\n", true);
}

/* The text of details->cgroup, and what is shown of it. */
static const struct {
    const char *text, *shown;
} cgroups[] = {
    {"5:cpu:/a\n4:memory:/b c\n0::/d", "\n5:cpu:/a, \"4:memory:/b c\", 0::/d\n"},
    {"0::/a,cpu pressure 0.0/0.0 %", "\n\"0::/a,cpu pressure 0.0/0.0 %\"\n"},
    {"0::/a,0::/system.slice", "\n\"0::/a,0::/system.slice\"\n"},
    {"0::/\", throttled x1, 2.00 s\\", "\n\"0::/\\\", throttled x1, 2.00 s\\\\\"\n"},
    {"4:cpu:/a,5:memory:/\n3:pids:/", "\n\"4:cpu:/a,5:memory:/\", 3:pids:/\n"},
};

LOOP(a_path_is_no_other_control_group, COUNT_OF(cgroups))
{
    task_of(300)->have = ~(need_t)0;
    task_of(300)->details->cgroup = cgroups[_i].text;
    press_keys("L '300 <Enter> <C-g>");
    expect_shown(cgroups[_i].shown, true);
}

CASE(a_name_is_no_row_of_ended_tasks)
{
    static const struct made made[] = {
        {"cc1 (by cc)", "sh), x9 b", 3, 20, -1, -1, TASK_PROCESS},
        {"[kworker/0:1]", "\"\\", 1, 10, -1, -1, TASK_PROCESS},
    };
    struct snapshot before = {0};

    model.settings.ended = true;
    ended_sample_clear(&host_sample.ended);
    host_sample.ended.watched = host_sample.ended.counted = true;
    host_sample.ended.interval_ns = 2000 * MS;
    for (size_t i = 0; i < COUNT_OF(made); i++)
        ended_row_add(&host_sample.ended.rows, &made[i]);
    ck_assert_int_eq(ended_sample_complete(&host_sample.ended, &before), 0);
    resize(60, 200);
    give_sample(&host_sample);
    expect_shown("\nx3 \"cc1 (by cc)\" (by \"sh), x9 b\")   ", true);
    expect_shown("\nx1 \"[kworker/0:1]\" (by \"\\\"\\\\\")   ", true);
    press_keys("<C-d>");
    expect_shown("\nx3 \"cc1 (by cc)\" (by \"sh), x9 b\") 0.02 s, x1 \"[kworker/0:1]\" (by", true);
}
