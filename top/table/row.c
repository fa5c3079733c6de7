/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/row.h"

/* A pool row has the groups that every scan reads; others may be read later, for the task alone. */
#define POOL_HAS ((need_t)(NEED_STAT | NEED_COMM | NEED_NLWP | NEED_DELTA))

struct table_row table_row_at(const struct window *window, size_t index)
{
    const struct window_rows *rows = &window->rows;
    const struct task *task = rows->tasks[index];
    bool has_branches = window->settings.forest || window->settings.pools;
    const struct branch *branch = has_branches ? &rows->branches[index] : NULL;

    return (struct table_row){
        .task = task,
        .figures = branch && branch->pool ? &branch->pool->task : task,
        .branch = branch,
    };
}

const struct task *table_row_figures(const struct table_row *row, need_t need)
{
    const need_t sums = row->branch && row->branch->pool ? row->branch->pool->sums : 0;

    return need & ~(POOL_HAS | sums) ? row->task : row->figures;
}

double table_row_cpu_percent(const struct model *model, const struct table_row *row)
{
    const struct task *task = row->figures;
    uint64_t interval_ns = model->sample->interval_ns;
    size_t cpus = model_cpu_count(model);
    uint64_t threads = task_thread_count(task);
    double percent;

    if (!interval_ns)
        return 0;
    percent = 100.0 * (double)task->delta_cpu_ns / (double)interval_ns;

    /* The kernel counts whole ticks, whose sum can exceed the interval a little. */
    if (threads && percent > 100.0 * (double)threads)
        percent = 100.0 * (double)threads;
    if (row->branch)
        percent += 100.0 * (double)row->branch->hidden_cpu_ns / (double)interval_ns;
    if (cpus && percent > 100.0 * (double)cpus)
        percent = 100.0 * (double)cpus;
    if (model->settings.solaris && cpus)
        percent /= (double)cpus;
    return percent;
}
