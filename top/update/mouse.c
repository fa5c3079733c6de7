/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/commands.h"

#include "top/view/view.h"

/* Rows by which the wheel scrolls. */
#define WHEEL_ROWS 3

static void click_header(struct model *model, const struct pane *pane, size_t col)
{
    struct window_settings *settings = &model->window->settings;
    size_t start = pane->number ? PANE_NUMBER_CELLS : 0;

    for (size_t i = 0; i < pane->column_count; i++) {
        const struct table_column *column = &pane->columns[i];

        if (col >= start && col <= start + column->width) {
            if (settings->sort == column->id && !settings->forest)
                command_sort_reverse(model);
            else
                command_sort_by(model, column->id);
            return;
        }
        start += column->width + 1;
    }
}

static void click(struct model *model, const struct mouse *mouse)
{
    struct layout layout;
    size_t line;
    const struct pane *pane;

    layout_compute(model, &layout);
    pane = layout_pane_at(&layout, mouse->row, &line);
    if (!pane)
        return;
    model_set_window(model, (size_t)(pane->table.window - model->windows));
    if (line == 0)
        click_header(model, pane, mouse->col);
}

static void wheel(struct model *model, int direction)
{
    if (model->screen == SCREEN_TASKS)
        command_scroll_rows(model, direction, WHEEL_ROWS);
    else
        screen_scroll(model, direction, WHEEL_ROWS);
}

void mouse_take(struct model *model, const struct mouse *mouse)
{
    /* A question is answered by keys only; a paste may contain what a mouse sends. */
    if (model->prompt.question || model->pasting)
        return;
    switch (mouse->action) {
    case MOUSE_CLICK:
        if (model->screen == SCREEN_TASKS)
            click(model, mouse);
        break;
    case MOUSE_WHEEL_UP:
        wheel(model, -1);
        break;
    case MOUSE_WHEEL_DOWN:
        wheel(model, 1);
        break;
    }
}
