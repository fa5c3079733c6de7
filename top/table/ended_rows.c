/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/table.h"

#include "lib/query/sort.h"
#include "lib/text/i18n.h"

/* Exited tasks get at most one row in so many of a page. */
#define PART_OF_PAGE 3

/*
 * Slightly below 0.05, the least that one decimal shows as 0.1: x87 registers have more digits than
 * the constant.
 */
#define PERCENT_LEAST 0.0499999

static double percent_of(const struct model *model, const struct task *task)
{
    return model_cpu_percent(model, task->delta_cpu_ns, model->sample->interval_ns, 0);
}

static void remove_zeros(const struct model *model, struct window_rows *rows, size_t first)
{
    size_t count = first;

    for (size_t i = first; i < rows->count; i++)
        if (percent_of(model, rows->tasks[i]) >= PERCENT_LEAST)
            rows->tasks[count++] = rows->tasks[i];
    rows->count = count;
}

static void add_to_rest(struct ended_rest *rest, const struct task *task)
{
    rest->ended.count += task->details->ended->count;
    rest->task.utime_ns += task->utime_ns;
    rest->task.minflt += task->minflt;
    rest->task.majflt += task->majflt;
    rest->task.delta_cpu_ns += task->delta_cpu_ns;
    rest->task.delta_minflt += task->delta_minflt;
    rest->task.delta_majflt += task->delta_majflt;
    rest->count++;
}

/* The tasks may differ in name and user, so the row has neither. */
static void begin_rest(struct ended_rest *rest, const struct task *first)
{
    *rest = (struct ended_rest){
        .task = *first,
        .details = *first->details,
        .ended = {.lifetime_ns = -1, .interval_ns = first->details->ended->interval_ns, .by = ""},
    };
    rest->details.ended = &rest->ended;
    rest->task.details = &rest->details;
    rest->task.comm = "";
    rest->task.have &= ~(need_t)NEED_OWNER;
    rest->task.utime_ns = rest->task.delta_cpu_ns = 0;
    rest->task.minflt = rest->task.majflt = 0;
    rest->task.delta_minflt = rest->task.delta_majflt = 0;
}

/* Replaces the rows from `at` on by one. */
static void fold_rest(struct window_rows *rows, size_t at)
{
    begin_rest(&rows->ended_rest, rows->tasks[at]);
    for (size_t i = at; i < rows->count; i++)
        add_to_rest(&rows->ended_rest, rows->tasks[i]);
    rows->tasks[at] = &rows->ended_rest.task;
    rows->count = at + 1;
}

bool ended_rows_limit(const struct model *model, struct window *window, size_t first)
{
    const struct sort_key key = {.column = column_find_unlisted("new_cpu"), .descending = true};
    const struct sort_order order = {&key, 1, &model->context};
    struct window_rows *rows = &window->rows;
    const size_t most = rows->page < PART_OF_PAGE ? 1 : rows->page / PART_OF_PAGE;

    if (!model->batch)
        remove_zeros(model, rows, first);
    if (sort_tasks(&rows->sort_room, rows->tasks + first, rows->count - first, &order) < 0)
        return false;
    /* Pools fold these rows anyway, and the page is unknown before the first layout. */
    if (!model->batch && rows->page > 0 && !window->settings.group && rows->count - first > most)
        fold_rest(rows, first + most - 1);
    return true;
}

void ended_rows_put(struct buf *out, const struct table *table, const struct table_row *row)
{
    const struct ended_rest *rest = &table->window->rows.ended_rest;

    if (row->task == &rest->task)
        buf_printf(out, _("... %zu more, %.1f %%CPU"), rest->count,
                   percent_of(table->model, row->task));
    else
        ended_put_name(out, row->figures->comm, table_row_ended(row));
}
