/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/group_value.h"

#include <stdio.h>

#include "lib/base/task_flags.h"

/* "4711 exec-7" */
static struct value value_hottest(const struct group_row *group,
                                  const struct column_context *context)
{
    const struct task *task = group->hottest;
    char text[96];
    int len;

    if (!task || task->is_ended)
        return value_none();
    len = snprintf(text, sizeof(text), "%d %s", (int)task->tid, task->comm ? task->comm : "");
    if (len >= (int)sizeof(text))
        len = (int)sizeof(text) - 1;
    return value_string(name_cache_text(context->names, text, (size_t)len));
}

struct value group_value(const struct group_row *group, enum field_id id,
                         const struct column *column, const struct column_context *context)
{
    switch (id) {
    case FIELD_PID:
        return group->tgid ? value_int(group->tgid) : value_none();
    case FIELD_COMMAND:
        return value_string(group->task.comm);
    case FIELD_S:
        if (group->task.state == STATE_RUNNING)
            return column_value(column, &group->task, context);
        break;
    case FIELD_P99:
        return group->task.is_ended ? value_none() : value_uint(group->p99_ns);
    case FIELD_HOTTEST:
        return value_hottest(group, context);
    case FIELD_AVTH:
        return group->threads < 0 ? value_none() : value_real(group->threads);
    default:
        break;
    }
    return column->figure->sum == SUM_NONE ? group_common(&group->members, column, context)
                                           : group_sum(&group->members, column, context);
}

struct value group_sort_value(const struct group_row *group, enum field_id id,
                              const struct column *column, const struct column_context *context)
{
    const struct figure *figure = column->figure;
    const struct value value = group_value(group, id, column, context);
    const bool is_shared = figure->sum == SUM_NONE && value.kind != VALUE_NONE;

    /* The column may sort by another value, which all members share as well. */
    if (is_shared && id != FIELD_COMMAND && (figure->sort_value || figure->sort.type))
        return column_sort_value(column, &group->task, context);
    return value;
}
