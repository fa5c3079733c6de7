/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

#include "lib/text/i18n.h"
#include "top/view/view.h"

/* F1 to F10, as update/keys.c binds them. */
static const char *const labels[] = {
    N_("Help"), N_("Fields"), N_("Search"), N_("Filter"), N_("Tree"),
    N_("Sort"), N_("Nice -"), N_("Nice +"), N_("Signal"), N_("Quit"),
};

#define LABELS (sizeof(labels) / sizeof(labels[0]))

void view_function_keys(const struct model *model, struct frame *frame)
{
    const size_t width = model->cols / LABELS;

    if (!model_shows_function_keys(model))
        return;
    while (frame->line_count < model->rows)
        frame_next_line(frame);
    for (size_t i = 0; i < LABELS; i++) {
        size_t cells = frame_printf(frame, LOOK_PLAIN, "F%zu", i + 1);

        cells += frame_puts(frame, LOOK_REVERSE, _(labels[i]));
        if (cells < width)
            frame_gap(frame, LOOK_REVERSE, width - cells);
    }
}
