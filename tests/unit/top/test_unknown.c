/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of the summary about figures that the host does not have. */
#include "tests/common/fixed_host.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/table/table.h"

FIXTURE(model_fixture_setup, model_fixture_teardown);

CASE(users_as_stock_top_where_nothing_records_them)
{
    host_sample.host.users = USERS_NO_RECORDS;
    expect_shown(",  0 users,", true);
    host_sample.host.users = USERS_UNKNOWN;
    expect_shown(",  - users,", true);
}

CASE(a_limit_of_memory_whose_use_is_unknown)
{
    fixed_host_make_container(&host_sample);
    host_sample.host.limits.mem_used_kib = MEMORY_UNKNOWN;
    expect_shown(" - of 10240.0 MiB used\n", true);
}

/* Stock top has 0 for the new faults of a task that it sees for the first time. */
CASE(new_faults_of_a_task_seen_for_the_first_time)
{
    const struct table table = table_of(&model, model.window);
    struct table_row row = table_row_at(model.window, 0);
    struct task task = *row.figures;
    struct table_column column;
    struct buf text = {0};

    task.has_new_faults = false;
    row.task = row.figures = &task;
    task.have |= NEED_STAT | NEED_DELTA;
    column = table_column_of(&table, FIELD_VMN);
    cell_put(&text, &table, &column, &row);
    ck_assert_str_eq(buf_text(&text), "0");
    ck_assert_int_eq(column_value(column.column, &task, &table.context).kind, VALUE_NONE);
    task.has_new_faults = true;
    ck_assert_int_eq(column_value(column.column, &task, &table.context).kind, VALUE_UINT);
    buf_fini(&text);
}

CASE(keys_name_what_is_missing)
{
    host_sample.host_known = false;
    press_keys("!");
    ck_assert_str_eq(model.message, "CPU information unavailable");
    press_keys("V o 'COMMAND=nosuch <Enter> v");
    ck_assert_str_eq(model.message, "There is no task to show");
}

CASE(a_pause_hides_no_coordinates)
{
    press_keys("p");
    expect_shown("scroll coordinates: ", false);
    press_keys("C");
    expect_shown("Enter to read once    scroll coordinates: y = 1/", true);
}
