/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/layout.h"

#include <string.h>

#include "top/summary.h"

#define MESSAGE_LINES 1
#define HEADER_LINES  1

static size_t lines_of(size_t cells, const struct window *window)
{
    return (cells + window->adjoining - 1) / window->adjoining;
}

size_t layout_summary_lines(const struct model *model)
{
    const struct window *window = &model->window;
    bool host_known = model->reading && model->reading->host_known;
    size_t lines = 0;

    if (window->show_load)
        lines++;
    if (window->cpus != SUMMARY_OFF) {
        lines++; /* task counts */
        if (host_known)
            lines += lines_of(cpu_groups_count(&model->reading->host, &window->cpu_choice), window);
    }
    if (window->memory != SUMMARY_OFF && host_known)
        lines += lines_of(MEMORY_CELLS, window);
    return lines;
}

static size_t digits(size_t number)
{
    size_t count = 1;

    while (number >= 10) {
        number /= 10;
        count++;
    }
    return count;
}

static size_t least_width(const struct model *model, const struct field *field)
{
    size_t width = 0;

    if (field->size == SIZE_PID && model->context.moment)
        width = model->context.moment->pid_digits;
    if (field->size == SIZE_CPU && model_cpu_count(model))
        width = digits(model_cpu_count(model) - 1);
    return width > field->width ? width : field->width;
}

/* Gives the flexible fields what is left of the line, in equal parts. */
static void share_room(struct layout *layout, size_t room)
{
    size_t flexible = 0;

    for (size_t i = 0; i < layout->column_count; i++) {
        if (layout->columns[i].field->size == SIZE_FLEXIBLE) {
            flexible++;
            room += layout->columns[i].width;
        }
    }
    for (size_t i = 0; flexible && i < layout->column_count; i++) {
        if (layout->columns[i].field->size == SIZE_FLEXIBLE) {
            layout->columns[i].width = room / flexible;
            room -= room / flexible;
            flexible--;
        }
    }
}

/* Each field is followed by a blank, the last one too; one that does not fit ends the row. */
static void place_columns(const struct model *model, struct layout *layout)
{
    const struct window *window = &model->window;
    size_t cols = model->cols < COLS_MAX ? model->cols : COLS_MAX;
    size_t used = 0;

    for (size_t i = window->first_column; i < window->field_count; i++) {
        enum field_id id = window->fields[i];
        const struct field *field = field_at(id);
        const struct column *column = field_column(id, window->command_lines);
        size_t width;

        if (!field || !column)
            continue;
        width = least_width(model, field);
        if (used + width + 1 > cols)
            break;
        used += width + 1;
        layout->columns[layout->column_count++] = (struct layout_column){id, field, column, width};
        layout->need |= column->need;
    }
    share_room(layout, cols - used);
}

static void place_rows(const struct model *model, struct layout *layout)
{
    const struct window *window = &model->window;
    size_t fixed = MESSAGE_LINES + HEADER_LINES;
    size_t wanted = layout_summary_lines(model);

    if (model->rows == ROWS_UNLIMITED) {
        layout->summary_lines = wanted;
        layout->page = SIZE_MAX;
    } else {
        size_t spare = model->rows > fixed + 1 ? model->rows - fixed - 1 : 0;

        layout->summary_lines = wanted < spare ? wanted : spare;
        layout->page = model->rows > fixed + layout->summary_lines
                           ? model->rows - fixed - layout->summary_lines
                           : 0;
    }
    if (window->max_tasks && window->max_tasks < layout->page)
        layout->page = window->max_tasks;
    layout->first = window->first_row < model->order_count ? window->first_row : model->order_count;
    layout->count = model->order_count - layout->first;
    if (layout->count > layout->page)
        layout->count = layout->page;
}

void layout_compute(const struct model *model, struct layout *layout)
{
    memset(layout, 0, sizeof *layout);
    place_columns(model, layout);
    place_rows(model, layout);
}
