/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/column/cell_fixture.h"

#include <check.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/container/labels.h"
#include "lib/text/names.h"

const struct system_info system_info = {
    .uptime_ns = UPTIME,
    .realtime_ns = NOW * (int64_t)S,
    .mem_total_kib = 1000000,
    .page_kib = 4,
    .pid_digits = 5,
};

struct name_cache *names;
static struct container_labels *containers;

void cell_fixture_setup(void)
{
    setenv("TZ", "UTC", 1);
    tzset();
    setlocale(LC_ALL, "C");
    names = name_cache_new();
    ck_assert_ptr_nonnull(names);
    ck_assert_int_eq(container_labels_open(NULL, &containers), 0);
    container_labels_defer(containers); /* what paths say, on any host */
}

void cell_fixture_teardown(void)
{
    container_labels_close(containers);
    name_cache_free(names);
}

void check_cell(const struct cell_case *expected)
{
    const struct column *column = column_find(expected->code);
    const char *modes = expected->modes ? expected->modes : "";
    const struct column_context context = {
        .system = &system_info,
        .names = names,
        .containers = containers,
        .cumulative = strchr(modes, 'S'),
        .numeric_ids = strchr(modes, 'n'),
        .bare_command = strchr(modes, 'c'),
        .with_environ = strchr(modes, 'e'),
        .signal_names = strchr(modes, 's'),
        .date_format = strchr(modes, 'D') ? "%Y%%" : NULL,
    };
    struct cell cell = {
        .context = &context,
        .tree_prefix = expected->tree ? expected->tree : "",
        .tree_step = expected->tree_step,
        .room = expected->room ? expected->room : SIZE_MAX,
    };
    struct task task = expected->task;
    struct buf out = {0};

    if (!column)
        column = column_find_unlisted(expected->code);
    ck_assert_msg(column, "no column %s", expected->code);
    if (!task.process)
        task.process = &process_none;
    cell.width = expected->width ? expected->width : column->width;
    column_format(&out, column, &task, &cell);
    ck_assert_msg(strcmp(buf_text(&out), expected->text) == 0, "%s is '%s', expected '%s'",
                  expected->code, buf_text(&out), expected->text);
    buf_fini(&out);
}
