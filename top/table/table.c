/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/table.h"

#include "lib/base/units.h"
#include "lib/text/escape.h"

/* The most rows measured for an automatic width: more than a screen has. */
#define AUTO_WIDTH_TASKS 512

static size_t digits(uint64_t number)
{
    size_t count = 1;

    while (number >= 10) {
        number /= 10;
        count++;
    }
    return count;
}

static size_t value_width(const struct value *value)
{
    switch (value->kind) {
    case VALUE_TEXT:
        return escape_width(value->as.text, value->len);
    case VALUE_UINT:
        return digits(value->as.u);
    case VALUE_INT:
        return value->as.i < 0 ? 1 + digits(-(uint64_t)value->as.i) : digits((uint64_t)value->as.i);
    default:
        return 1;
    }
}

/* The width of the longest cell, from the first visible row on. */
static size_t needed_width(const struct table *table, enum field_id id, const struct column *column)
{
    const struct window_rows *rows = &table->window->rows;
    size_t first_row = table->window->position.first_row;
    size_t first = first_row < rows->count ? first_row : 0;
    size_t longest = 0;

    for (size_t i = first; i < rows->count && i - first < AUTO_WIDTH_TASKS; i++) {
        const struct table_row row = table_row_at(table->window, i);
        const struct value value = table_row_value(&row, id, column, &table->context);
        const size_t width = value_width(&value);

        if (width > longest)
            longest = width;
    }
    return longest;
}

/* Of the host, and of the tasks: a recorded procfs may have no host, or not all processors. */
static size_t processor_width(const struct model *model)
{
    const size_t cpus = model_cpu_count(model);
    const int of_host = cpus ? model->sample->host.cpus[cpus - 1].place.id : 0;
    const int of_tasks = model->counts.highest_processor;

    return digits((uint64_t)(of_host > of_tasks ? of_host : of_tasks));
}

static size_t width_of(const struct table *table, enum field_id id, const struct column *column)
{
    const struct field *field = field_at(id);
    const struct model *model = table->model;
    size_t width = 0;

    if (field->size == SIZE_PID && model->context.system)
        width = model->context.system->pid_digits;
    if (field->size == SIZE_CPU)
        width = processor_width(model);
    if (field->size == SIZE_WIDER && model->settings.extra_width == EXTRA_WIDTH_AUTO)
        width = needed_width(table, id, column);
    else if (field->size == SIZE_WIDER)
        width = field->width + (size_t)model->settings.extra_width;
    if (width > COLS_MAX)
        width = COLS_MAX;
    return width > field->width ? width : field->width;
}

struct table table_of(const struct model *model, const struct window *window)
{
    struct table table = {.model = model, .window = window, .context = model->context};

    table.context.cumulative = window->settings.cumulative;
    return table;
}

struct table_column table_column_of(const struct table *table, enum field_id id)
{
    const struct field *field = field_at(id);
    const struct window_settings *settings = &table->window->settings;
    const struct column *column = field_column(id, settings->command_lines);

    return (struct table_column){
        .id = id,
        .field = field,
        .column = column,
        .left = field->left ? !settings->text_right : settings->numbers_left,
        .width = width_of(table, id, column),
    };
}

struct table_row table_row_at(const struct window *window, size_t index)
{
    const struct window_rows *rows = &window->rows;
    const struct task *task = rows->tasks[index];
    const struct branch *branch = rows->branched ? &rows->branches[index] : NULL;

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

const struct task_ended *table_row_ended(const struct table_row *row)
{
    const struct group_row *group = table_row_group(row);

    return group ? &group->ended : row->task->details->ended;
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

bool table_row_shows_line(const struct table *table, const struct table_row *row)
{
    const struct window_settings *settings = &table->window->settings;
    const struct group_row *group = table_row_group(row);

    return settings->command_lines &&
           (!group || (group->tgid && settings->group == GROUP_BY_PROGRAM));
}

need_t table_row_need(const struct table *table, const struct table_row *row, need_t need)
{
    return table_row_shows_line(table, row) ? need : need & ~(need_t)NEED_CMDLINE;
}

double table_row_cpu_percent(const struct model *model, const struct table_row *row)
{
    const struct task *task = row->figures;
    const uint64_t hidden_ns = row->branch ? row->branch->hidden_cpu_ns : 0;

    if (task->cpu_not_compared)
        return REAL_UNKNOWN;
    return model_cpu_percent(model, task->delta_cpu_ns + hidden_ns, model->sample->interval_ns,
                             hidden_ns ? 0 : task_thread_count(task));
}
