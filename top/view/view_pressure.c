/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/base/i18n.h"
#include "top/view/view_summary.h"

/* A line of the summary: "Pressure: 2.7/0.0 cpu, ...". */
void view_pressure(const struct model *model, struct frame *frame)
{
    static const char *const labels[PRESSURE_KINDS] = {
        [PRESSURE_CPU] = N_("cpu,"),
        [PRESSURE_MEMORY] = N_("memory,"),
        [PRESSURE_IO] = N_("io"),
    };

    frame_puts(frame, LOOK_PLAIN, _("Pressure:"));
    for (enum pressure_kind kind = 0; kind < PRESSURE_KINDS; kind++) {
        buf_clear(&frame->scratch);
        buf_putc(&frame->scratch, ' ');
        pressure_put(&frame->scratch, &model->sample->pressures[kind]);
        buf_putc(&frame->scratch, ' ');
        frame_put_scratch(frame, LOOK_FIGURE);
        frame_puts(frame, LOOK_PLAIN, _(labels[kind]));
    }
    frame_puts(frame, LOOK_PLAIN, _(", some/full %"));
}
