/* SPDX-License-Identifier: GPL-2.0-or-later */
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
    struct cpu_ticks shown = *ticks;
    uint64_t total = cpu_ticks_total(ticks);

    if (total == 0)
        total = shown.in[CPU_IDLE] = 1; /* a time too short for a tick counts as idle */
    for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
        frame_printf(frame, LOOK_FIGURE, "%5.1f ",
                     cpu_ticks_percent(shown.in[figures[i].state], total));
        frame_puts(frame, LOOK_PLAIN, figures[i].label);
    }
}

/* User time, system time and their sum; if more than two cells share the line, only the sum. */
static void put_gauge(const struct model *model, const struct cpu_ticks *ticks, struct frame *frame)
{
    const unsigned adjoining = summary_adjoining(model);
    uint64_t total = cpu_ticks_total(ticks);
    double user = cpu_ticks_percent(ticks->in[CPU_USER] + ticks->in[CPU_NICE], total);
    double system = cpu_ticks_percent(
        ticks->in[CPU_SYSTEM] + ticks->in[CPU_IRQ] + ticks->in[CPU_SOFTIRQ], total);
    const struct gauge gauge = summary_gauge(model, model->window->settings.cpus, adjoining,
                                             (const double[]){user, system});

    if (adjoining <= ADJOINING_ALWAYS) {
        frame_puts(frame, LOOK_PLAIN, " ");
        frame_printf(frame, LOOK_FIGURE, "%5.1f", user);
        frame_printf(frame, LOOK_PLAIN, "/%-6.1f", system);
    }
    frame_printf(frame, LOOK_PLAIN, "%3.0f", user + system);
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
