/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/base/share.h"
#include "lib/text/i18n.h"
#include "top/view/summary_cells.h"

static void put_details(const struct cpu_ticks *ticks, struct frame *frame)
{
    const struct {
        enum cpu_state state;
        const char *label;
    } figures[] = {
        {CPU_USER, _("us,")},    {CPU_SYSTEM, _("sy,")}, {CPU_NICE, _("ni,")},
        {CPU_IDLE, _("id,")},    {CPU_IOWAIT, _("wa,")}, {CPU_IRQ, _("hi,")},
        {CPU_SOFTIRQ, _("si,")}, {CPU_STEAL, _("st ")},
    };
    const double total = (double)cpu_ticks_total(ticks);

    for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
        frame_put_real(frame, LOOK_FIGURE,
                       share_percent((double)ticks->in[figures[i].state], total), 5, 1);
        frame_puts(frame, LOOK_FIGURE, " ");
        frame_puts(frame, LOOK_PLAIN, figures[i].label);
    }
}

/* User time, system time and their sum; if more than two cells share the line, only the sum. */
static void put_gauge(const struct model *model, const struct cpu_ticks *ticks, struct frame *frame)
{
    const unsigned adjoining = summary_adjoining(model);
    const double total = (double)cpu_ticks_total(ticks);
    const double user = share_percent((double)(ticks->in[CPU_USER] + ticks->in[CPU_NICE]), total);
    const double system = share_percent(
        (double)(ticks->in[CPU_SYSTEM] + ticks->in[CPU_IRQ] + ticks->in[CPU_SOFTIRQ]), total);
    const struct gauge gauge = summary_gauge(model, model->window->settings.cpus, adjoining,
                                             (const double[]){user, system});

    if (adjoining <= ADJOINING_ALWAYS) {
        frame_puts(frame, LOOK_PLAIN, " ");
        frame_put_real(frame, LOOK_FIGURE, user, 5, 1);
        frame_puts(frame, LOOK_PLAIN, "/");
        frame_put_real(frame, LOOK_PLAIN, system, -6, 1);
    }
    frame_put_real(frame, LOOK_PLAIN, user + system, 3, 0);
    gauge_put(frame, &gauge);
    frame_puts(frame, LOOK_PLAIN, " ");
}

void view_cpu_group(const struct model *model, const struct cpu_group *group, struct frame *frame)
{
    frame_puts(frame, LOOK_PLAIN, group->label);
    if (model->window->settings.cpus == SUMMARY_DETAIL)
        put_details(&group->ticks, frame);
    else
        put_gauge(model, &group->ticks, frame);
}
