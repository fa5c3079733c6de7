/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/internal.h"

#include <string.h>

#include "lib/base/number.h"
#include "lib/text/escape.h"
#include "top/base/limits.h"

void quick_filter_init(struct quick_filter *filter, const struct table *table)
{
    const struct pattern *pattern = &table->window->position.quick;
    struct buf why = {0};

    *filter = (struct quick_filter){.table = table};
    if (!*pattern->text || !table_place_column(table, FIELD_COMMAND, &filter->command))
        return;
    filter->command.width = COLS_MAX;
    filter->is_on = matcher_init(&filter->matcher, pattern, &why);
    if (!number_parse(pattern->text, &filter->pid))
        filter->pid = -1;
    buf_fini(&why);
}

void quick_filter_fini(struct quick_filter *filter)
{
    if (filter->is_on)
        matcher_fini(&filter->matcher);
}

static void put_name(struct buf *out, const struct task *task)
{
    const char *name = task_name(task);

    escape_put(out, name, strlen(name), COLS_MAX);
}

bool quick_filter_keeps(const struct quick_filter *filter, const struct table_row *row,
                        struct buf *text)
{
    const struct task *task = row->task;
    const struct table_row plain = {.task = task, .figures = row->figures};

    if (!filter->is_on)
        return true;
    if (!task->is_ended && (task->tid == filter->pid || task->tgid == filter->pid))
        return true;
    buf_truncate(text, 0); /* a failure stays */
    if (cell_is_missing(filter->table, &filter->command, row))
        put_name(text, task);
    else
        cell_put(text, filter->table, &filter->command, &plain);
    return matcher_matches(&filter->matcher, buf_text(text));
}
