/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/view/view.h"

#include "top/update/colour_screen.h"
#include "top/update/field_screen.h"

static void view_tasks(const struct model *model, struct frame *frame)
{
    struct layout layout;

    layout_compute(model, &layout);
    view_summary(model, layout.summary_lines, frame);
    view_message(model, frame);
    for (size_t i = 0; i < layout.pane_count; i++)
        view_pane(model, &layout.panes[i], frame);
    view_bottom(model, layout.bottom_lines, frame);
}

void view_screen(const struct model *model, struct frame *frame)
{
    frame_clear(frame, model->cols < COLS_MAX ? model->cols : COLS_MAX);
    frame->bold_off = model->window->bold_off;
    switch (model->screen) {
    case SCREEN_TASKS:
        view_tasks(model, frame);
        break;
    case SCREEN_HELP:
        view_help(model, frame);
        break;
    case SCREEN_INSPECT_CHOICE:
        view_inspect_choice(model, frame);
        break;
    case SCREEN_INSPECT_VIEW:
        view_inspect(model, frame);
        break;
    case SCREEN_FIELDS:
        view_fields(model, frame);
        break;
    case SCREEN_COLOURS:
        view_colours(model, frame);
        break;
    }
    if (model->rows != ROWS_UNLIMITED)
        frame_keep_lines(frame, model->rows);
}
