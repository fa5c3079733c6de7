/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lib/source/source.h"
#include "top/i18n.h"
#include "top/view.h"

/*
 * The lines are laid out as stock's are to the last blank, since scripts cut them by column. What
 * the host alone knows is left out when its figures are unknown.
 */

#define NS_PER_S 1000000000u

/* Figures stand out from their labels. */
static void put_figure(struct frame *frame, const char *figure, const char *label)
{
    frame_puts(frame, LOOK_BOLD, figure);
    frame_puts(frame, LOOK_PLAIN, label);
}

static void put_uptime(struct frame *frame, uint64_t uptime_ns)
{
    uint64_t minutes = uptime_ns / NS_PER_S / 60;
    uint64_t days = minutes / (24 * 60);
    unsigned hours = (unsigned)(minutes / 60 % 24);
    char text[64];

    frame_puts(frame, LOOK_PLAIN, _(" up "));
    if (days) {
        snprintf(text, sizeof text, "%ju %s, ", (uintmax_t)days, days == 1 ? _("day") : _("days"));
        frame_puts(frame, LOOK_PLAIN, text);
    }
    if (hours)
        snprintf(text, sizeof text, "%2u:%02u", hours, (unsigned)(minutes % 60));
    else
        snprintf(text, sizeof text, "%u %s", (unsigned)(minutes % 60), _("min"));
    frame_puts(frame, LOOK_PLAIN, text);
}

static void view_load(const struct model *model, struct frame *frame)
{
    const struct reading *reading = model->reading;
    time_t now;
    struct tm local;
    char text[128];

    frame_puts(frame, LOOK_PLAIN, model->program);
    if (!reading)
        return;
    now = (time_t)(reading->snapshot.moment.realtime_ns / NS_PER_S);
    if (localtime_r(&now, &local) && strftime(text, sizeof text, " - %H:%M:%S", &local))
        frame_puts(frame, LOOK_PLAIN, text);
    put_uptime(frame, reading->snapshot.moment.uptime_ns);
    if (!reading->host_known)
        return;
    snprintf(text, sizeof text, ", %2u %s,  %s %.2f, %.2f, %.2f", reading->host.users,
             reading->host.users > 1 ? _("users") : _("user"), _("load average:"),
             reading->host.load[0], reading->host.load[1], reading->host.load[2]);
    frame_puts(frame, LOOK_PLAIN, text);
}

static void view_counts(const struct model *model, struct frame *frame)
{
    const struct task_counts *counts = &model->counts;
    bool threads = model->reading ? model->reading->wish.rows == ROWS_THREADS : model->threads;
    const struct {
        size_t count;
        const char *label;
    } figures[] = {
        {counts->total, _("total,")},       {counts->running, _("running,")},
        {counts->sleeping, _("sleeping,")}, {counts->stopped, _("stopped,")},
        {counts->zombie, _("zombie")},
    };

    frame_puts(frame, LOOK_PLAIN, threads ? _("Threads:") : _("Tasks:"));
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        char text[32];

        snprintf(text, sizeof text, " %3zu ", figures[i].count);
        put_figure(frame, text, figures[i].label);
    }
}

static void view_cpu(const char *name, const struct cpu_ticks *ticks, struct frame *frame)
{
    const struct {
        uint64_t ticks;
        const char *label;
    } figures[] = {
        {ticks->user, _("us,")},    {ticks->system, _("sy,")}, {ticks->nice, _("ni,")},
        {ticks->idle, _("id,")},    {ticks->iowait, _("wa,")}, {ticks->irq, _("hi,")},
        {ticks->softirq, _("si,")}, {ticks->steal, _("st ")},
    };
    const size_t count = sizeof figures / sizeof figures[0];
    uint64_t total = 0;

    for (size_t i = 0; i < count; i++)
        total += figures[i].ticks;
    frame_puts(frame, LOOK_PLAIN, name);
    for (size_t i = 0; i < count; i++) {
        char text[32];

        snprintf(text, sizeof text, "%5.1f ",
                 total ? 100.0 * (double)figures[i].ticks / (double)total : 0.0);
        put_figure(frame, text, figures[i].label);
    }
}

/* Eight characters and one more: '+' says that the number goes on. */
static void put_size(struct frame *frame, uint64_t kib, enum memory_unit unit, const char *label)
{
    double size = (double)kib;
    char number[40], text[16];

    for (int at = UNIT_OF_KIB; at < (int)unit; at++)
        size /= 1024;
    snprintf(number, sizeof number, unit == UNIT_OF_KIB ? "%.0f" : "%.1f", size);
    snprintf(text, sizeof text, " %8.8s%c", number, strlen(number) > 8 ? '+' : ' ');
    put_figure(frame, text, label);
}

static void put_memory_label(struct frame *frame, enum memory_unit unit, const char *label)
{
    static const char letters[] = "KMGTPE";
    char text[64];

    snprintf(text, sizeof text, "%ciB %s", letters[unit], label);
    frame_puts(frame, LOOK_PLAIN, text);
}

static void view_memory(const struct model *model, struct frame *frame)
{
    const struct host_figures *host = &model->reading->host;
    enum memory_unit unit = model->summary_unit;

    put_memory_label(frame, unit, _("Mem :"));
    put_size(frame, host->mem_total_kib, unit, _("total,"));
    put_size(frame, host->mem_free_kib, unit, _("free,"));
    put_size(frame, host->mem_used_kib, unit, _("used,"));
    put_size(frame, host->mem_cache_kib, unit, _("buff/cache     "));
}

static void view_swap(const struct model *model, struct frame *frame)
{
    const struct host_figures *host = &model->reading->host;
    enum memory_unit unit = model->summary_unit;

    put_memory_label(frame, unit, _("Swap:"));
    put_size(frame, host->swap_total_kib, unit, _("total,"));
    put_size(frame, host->swap_free_kib, unit, _("free,"));
    put_size(frame, host->swap_used_kib, unit, _("used."));
    put_size(frame, host->mem_available_kib, unit, _("avail Mem "));
}

static bool next_line(struct frame *frame, size_t *left)
{
    if (!*left)
        return false;
    (*left)--;
    frame_next_line(frame);
    return true;
}

static void view_cpus(const struct model *model, size_t *left, struct frame *frame)
{
    const struct host_figures *host = &model->reading->host;

    if (!model->window.each_cpu) {
        if (next_line(frame, left))
            view_cpu("%Cpu(s):", &host->cpu_total, frame);
        return;
    }
    for (size_t i = 0; i < host->cpu_count && next_line(frame, left); i++) {
        char name[32];

        snprintf(name, sizeof name, "%%Cpu%-3d:", host->cpus[i].id);
        view_cpu(name, &host->cpus[i].ticks, frame);
    }
}

void view_summary(const struct model *model, size_t lines, struct frame *frame)
{
    const struct window *window = &model->window;
    bool host_known = model->reading && model->reading->host_known;

    if (window->show_load && next_line(frame, &lines))
        view_load(model, frame);
    if (window->cpus != SUMMARY_OFF) {
        if (next_line(frame, &lines))
            view_counts(model, frame);
        if (host_known)
            view_cpus(model, &lines, frame);
    }
    if (window->memory != SUMMARY_OFF && host_known) {
        if (next_line(frame, &lines))
            view_memory(model, frame);
        if (next_line(frame, &lines))
            view_swap(model, frame);
    }
}
