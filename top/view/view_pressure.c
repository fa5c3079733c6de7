/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/text/i18n.h"
#include "top/view/view_summary.h"

/* Smaller percentages are shown as 0. */
#define PERCENT_LEAST 0.5

/*
 * "Stalled 10 s: cpu 81% io 2%": the share of time in which some task was stalled, since the kernel
 * has no other one for the CPUs of a whole host. Memory is left out at 0 %.
 */
void view_pressure(const struct model *model, struct frame *frame)
{
    static const char *const labels[PRESSURE_KINDS] = {
        [PRESSURE_CPU] = N_(" cpu"),
        [PRESSURE_MEMORY] = N_(" mem"),
        [PRESSURE_IO] = N_(" io"),
    };

    frame_puts(frame, LOOK_PLAIN, _("Stalled 10 s:"));
    for (enum pressure_kind kind = 0; kind < PRESSURE_KINDS; kind++) {
        const struct pressure *pressure = &model->sample->pressures[kind];

        if (!pressure->has_some || (kind == PRESSURE_MEMORY && pressure->some < PERCENT_LEAST))
            continue;
        frame_puts(frame, LOOK_PLAIN, _(labels[kind]));
        frame_printf(frame, LOOK_FIGURE, " %.0f%%", pressure->some);
    }
}
