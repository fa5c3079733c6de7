/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/view.h"

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

/* A screen may be too low for the lines that a view always has. */
static void cut_lines(struct frame *frame, size_t rows)
{
    if (frame->line_count > rows)
        frame->line_count = rows;
    frame->cursor = frame->cursor && frame->cursor_row < rows;
}

void view_screen(const struct model *model, struct frame *frame)
{
    frame_clear(frame, model->cols < COLS_MAX ? model->cols : COLS_MAX);
    switch (model->screen) {
    case SCREEN_TASKS:
        view_tasks(model, frame);
        break;
    case SCREEN_HELP:
        view_help(model, frame);
        break;
    case SCREEN_INSPECT_CHOICE:
        view_inspect_choice(model, frame);
        cut_lines(frame, model->rows);
        break;
    case SCREEN_INSPECT_VIEW:
        view_inspect(model, frame);
        cut_lines(frame, model->rows);
        break;
    }
}
