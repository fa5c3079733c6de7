/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdint.h>
#include <stdio.h>

#include "top/base/i18n.h"
#include "top/view/summary_cells.h"

static double percent(uint64_t part, uint64_t total)
{
    return total ? 100.0 * (double)part / (double)total : 0.0;
}

static uint64_t total_ticks(const struct cpu_ticks *ticks)
{
    return ticks->user + ticks->nice + ticks->system + ticks->idle + ticks->iowait + ticks->irq +
           ticks->softirq + ticks->steal;
}

static void put_details(const struct cpu_ticks *ticks, struct frame *frame)
{
    struct {
        uint64_t ticks;
        const char *label;
    } figures[] = {
        {ticks->user, _("us,")},    {ticks->system, _("sy,")}, {ticks->nice, _("ni,")},
        {ticks->idle, _("id,")},    {ticks->iowait, _("wa,")}, {ticks->irq, _("hi,")},
        {ticks->softirq, _("si,")}, {ticks->steal, _("st ")},
    };
    uint64_t total = total_ticks(ticks);

    if (!total) { /* too short a time for a tick counts as idle */
        figures[3].ticks = 1;
        total = 1;
    }
    for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
        char text[32];

        snprintf(text, sizeof(text), "%5.1f ", percent(figures[i].ticks, total));
        frame_puts(frame, LOOK_FIGURE, text);
        frame_puts(frame, LOOK_PLAIN, figures[i].label);
    }
}

/* User time, system time and their sum; when several share the line, only the sum. */
static void put_gauge(const struct model *model, const struct cpu_ticks *ticks, struct frame *frame)
{
    const unsigned adjoining = summary_adjoining(model);
    uint64_t total = total_ticks(ticks);
    double user = percent(ticks->user + ticks->nice, total);
    double system = percent(ticks->system + ticks->irq + ticks->softirq, total);
    const struct gauge gauge = summary_gauge(model, model->window->settings.cpus, adjoining,
                                             (const double[]){user, system});
    char text[32];

    if (adjoining <= ADJOINING_ALWAYS) {
        snprintf(text, sizeof(text), "%5.1f", user);
        frame_puts(frame, LOOK_PLAIN, " ");
        frame_puts(frame, LOOK_FIGURE, text);
        snprintf(text, sizeof(text), "/%-6.1f", system);
        frame_puts(frame, LOOK_PLAIN, text);
    }
    snprintf(text, sizeof(text), "%3.0f", user + system);
    frame_puts(frame, LOOK_PLAIN, text);
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
