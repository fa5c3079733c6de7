/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/commands.h"

#include "top/base/i18n.h"
#include "top/table/arrange.h"
#include "top/view/layout.h"

/* The cells by which the text of a flexible field scrolls, and the limit. */
#define TEXT_STEP  8
#define TEXT_LIMIT COLS_MAX

void command_toggle_colours(struct model *model)
{
    if (model->colour_count)
        model->window->palette.on = !model->window->palette.on;
    else
        model_set_message(model, _("There are no colours on this terminal"));
}

void command_sort_by(struct model *model, int field)
{
    model->window->sort = (enum field_id)field;
    model->window->ascending = false;
    model->window->forest = false;
    table_arrange(model);
}

void command_sort_reverse(struct model *model)
{
    model->window->ascending = !model->window->ascending;
    model->window->forest = false;
    table_arrange(model);
}

void command_sort_move(struct model *model, int by)
{
    struct window *window = model->window;

    for (size_t i = 0; i < window->field_count; i++) {
        size_t next = i + (size_t)by; /* wraps around before the first */

        if (window->fields[i] != window->sort)
            continue;
        if (next < window->field_count) {
            window->sort = window->fields[next];
            window->forest = false;
            table_arrange(model);
        }
        return;
    }
}

static enum memory_unit next_unit(enum memory_unit unit, enum memory_unit last)
{
    return unit == last ? UNIT_OF_KIB : unit + 1;
}

void command_scale_summary(struct model *model)
{
    model->summary_unit = next_unit(model->summary_unit, UNIT_OF_EIB);
}

void command_scale_tasks(struct model *model)
{
    model->task_unit = next_unit(model->task_unit, UNIT_OF_PIB);
}

void command_scale_times(struct model *model)
{
    model->task_time =
        model->task_time == TIME_WHOLE_WEEKS ? TIME_HUNDREDTHS : model->task_time + 1;
}

/*
 * update() limits scrolling down. By single rows one can scroll until the last task is the first on
 * the screen, the one that many keys act on.
 */
void command_scroll_rows(struct model *model, int direction, size_t rows)
{
    struct window *window = model->window;

    if (!model_shows_window(model, model->window))
        return;
    if (direction > 0)
        window->first_row += rows;
    else
        window->first_row -= rows < window->first_row ? rows : window->first_row;
    if (direction > 0 && rows == 1)
        window->beyond_last_page = true;
    else if (rows > 1)
        window->beyond_last_page = false;
}

/* One row less than fits, so that one stays visible. */
static size_t page_rows(const struct model *model)
{
    size_t page = layout_page(model);

    return page > 1 ? page - 1 : 1;
}

void command_scroll_row(struct model *model, int direction)
{
    command_scroll_rows(model, direction, 1);
}

void command_scroll_page(struct model *model, int direction)
{
    command_scroll_rows(model, direction, page_rows(model));
}

void command_scroll_to_end(struct model *model, int direction)
{
    struct window *window = model->window;

    if (!model_shows_window(model, window))
        return;
    window->first_row = direction > 0 ? window->order_count : 0;
    window->beyond_last_page = false;
    window->first_column = direction > 0 ? layout_end_column(model, window) : 0;
    window->text_offset = 0;
}

void command_scroll_columns(struct model *model, int direction)
{
    struct window *window = model->window;
    const struct field *first = field_at(window->fields[window->first_column]);

    if (direction < 0) {
        if (window->text_offset)
            window->text_offset -= TEXT_STEP;
        else if (window->first_column)
            window->first_column--;
    } else if (first && first->size == SIZE_FLEXIBLE) {
        if (window->text_offset < TEXT_LIMIT)
            window->text_offset += TEXT_STEP;
    } else if (window->first_column + 1 < window->field_count) {
        window->first_column++;
    }
}
