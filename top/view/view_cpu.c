/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/base/share.h"
#include "lib/text/i18n.h"
#include "top/view/summary_cells.h"

/*
 * Between two readings without a tick nothing has run, as far as is known: stock top shows an idle
 * CPU, JSON has null.
 */
static double share(const struct cpu_ticks *ticks, uint64_t part, bool idle)
{
    const uint64_t total = cpu_ticks_total(ticks);

    if (total == 0 && ticks->compared)
        return idle ? 100 : 0;
    return share_percent((double)part, (double)total);
}

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

    for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
        const enum cpu_state state = figures[i].state;

        frame_put_real(frame, LOOK_FIGURE, share(ticks, ticks->in[state], state == CPU_IDLE), 5, 1);
        frame_puts(frame, LOOK_FIGURE, " ");
        frame_puts(frame, LOOK_PLAIN, figures[i].label);
    }
}

/* User time, system time and their sum; if more than two cells share the line, only the sum. */
static void put_gauge(const struct model *model, const struct cpu_ticks *ticks, struct frame *frame)
{
    const unsigned adjoining = summary_adjoining(model);
    const double user = share(ticks, ticks->in[CPU_USER] + ticks->in[CPU_NICE], false);
    const double system =
        share(ticks, ticks->in[CPU_SYSTEM] + ticks->in[CPU_IRQ] + ticks->in[CPU_SOFTIRQ], false);
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
