/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/table/column.h"

#include "lib/base/invariant.h"
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
static size_t needed_width(const struct table *table, const struct column *column)
{
    const struct window_rows *rows = &table->window->rows;
    size_t first_row = table->window->position.first_row;
    size_t first = first_row < rows->count ? first_row : 0;
    size_t longest = 0;

    for (size_t i = first; i < rows->count && i - first < AUTO_WIDTH_TASKS; i++) {
        struct value value = column_value(column, rows->tasks[i], &table->model->context);
        size_t width = value_width(&value);

        if (width > longest)
            longest = width;
    }
    return longest;
}

static size_t width_of(const struct table *table, const struct field *field,
                       const struct column *column)
{
    const struct model *model = table->model;
    size_t width = 0;

    if (field->size == SIZE_PID && model->context.system)
        width = model->context.system->pid_digits;
    if (field->size == SIZE_CPU && model_cpu_count(model))
        width = digits(model_cpu_count(model) - 1);
    if (field->size == SIZE_WIDER && model->settings.extra_width == EXTRA_WIDTH_AUTO)
        width = needed_width(table, column);
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

bool table_place_column(const struct table *table, enum field_id id, struct table_column *out)
{
    const struct field *field = field_at(id);
    const struct window_settings *settings = &table->window->settings;
    const struct column *column = field_column(id, settings->command_lines);

    if (NEVER(!field || !column))
        return false;
    *out = (struct table_column){
        .id = id,
        .field = field,
        .column = column,
        .left = field->left ? !settings->text_right : settings->numbers_left,
        .width = width_of(table, field, column),
    };
    return true;
}
