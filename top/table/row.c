/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/row.h"

#include "lib/base/share.h"
#include "lib/source/source.h"
#include "top/table/group_value.h"

struct table_row table_row_at(const struct window *window, size_t index)
{
    const struct window_rows *rows = &window->rows;
    const struct task *task = rows->tasks[index];
    bool has_branches = window->settings.forest || rows->grouped;
    const struct branch *branch = has_branches ? &rows->branches[index] : NULL;

    return (struct table_row){
        .task = task,
        .figures = branch && branch->group ? &branch->group->task : task,
        .branch = branch,
    };
}

const struct group_row *table_row_group(const struct table_row *row)
{
    return row->branch ? row->branch->group : NULL;
}

struct value table_row_value(const struct table_row *row, enum field_id id,
                             const struct column *column, const struct column_context *context)
{
    const struct group_row *group = table_row_group(row);

    return group ? group_value(group, id, column, context)
                 : column_value(column, row->task, context);
}

/* Until a scan reads them of all, some may have been read for rows that were on the screen. */
static bool members_lack(const struct group_members *members, need_t need)
{
    for (size_t i = 0; i < members->count && need; i++)
        if (need & ~group_members_at(members, i)->have)
            return true;
    return false;
}

bool table_row_lacks(const struct table_row *row, need_t need, const struct sample *sample)
{
    const struct group_row *group = table_row_group(row);

    if (group && !row->task->is_ended)
        return members_lack(&group->members, need & ~(sample->request.need | NEED_DELTA));
    return !row->task->is_ended && need & ~(row->task->have | NEED_DELTA);
}

double table_task_cpu_percent(const struct model *model, uint64_t cpu_ns)
{
    const struct sample *sample = model->sample;
    const bool is_over =
        sample->request.rows == ROWS_THREADS && cpu_ns > sample->interval_ns; /* as below */

    return model_cpu_percent(model, is_over ? sample->interval_ns : cpu_ns, sample->interval_ns);
}

double table_row_cpu_percent(const struct model *model, const struct table_row *row)
{
    const struct task *task = row->figures;
    uint64_t interval_ns = model->sample->interval_ns;
    size_t cpus = model_cpu_count(model);
    uint64_t threads = task_thread_count(task);
    double percent;

    if (task->cpu_not_compared || !interval_ns)
        return REAL_UNKNOWN;
    percent = share_percent((double)task->delta_cpu_ns, (double)interval_ns);

    /* The kernel counts whole ticks, whose sum can slightly exceed the interval. */
    if (threads && percent > 100.0 * (double)threads)
        percent = 100.0 * (double)threads;
    if (row->branch)
        percent += share_percent((double)row->branch->hidden_cpu_ns, (double)interval_ns);
    if (cpus && percent > 100.0 * (double)cpus)
        percent = 100.0 * (double)cpus;
    if (model->settings.solaris && cpus)
        percent /= model_cpus_allowed(model);
    return percent;
}
