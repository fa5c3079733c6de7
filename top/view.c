/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/view.h"

void view_screen(const struct model *model, struct frame *frame)
{
    struct layout layout;

    frame_clear(frame, model->cols < COLS_MAX ? model->cols : COLS_MAX);
    if (model->screen == SCREEN_HELP) {
        view_help(model, frame);
        return;
    }
    layout_compute(model, &layout);
    view_summary(model, layout.summary_lines, frame);
    view_message(model, frame);
    for (size_t i = 0; i < layout.pane_count; i++)
        view_pane(model, &layout.panes[i], frame);
    view_bottom(model, layout.bottom_lines, frame);
}
