/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <time.h>

#include "lib/base/units.h"
#include "lib/source/source.h"
#include "top/base/i18n.h"
#include "top/view/summary_cells.h"
#include "top/view/view.h"

/*
 * The lines have stock top's layout to the last blank, since scripts cut them by column. Without
 * figures of the host their parts are left out.
 */

static void view_uptime(uint64_t uptime_ns, struct frame *frame)
{
    uint64_t minutes = uptime_ns / NS_PER_S / 60;
    uint64_t days = minutes / (24 * 60);
    unsigned hours = (unsigned)(minutes / 60 % 24);

    frame_puts(frame, LOOK_PLAIN, _(" up "));
    if (days)
        frame_printf(frame, LOOK_PLAIN, "%ju %s, ", (uintmax_t)days,
                     days == 1 ? _("day") : _("days"));
    if (hours)
        frame_printf(frame, LOOK_PLAIN, "%2u:%02u", hours, (unsigned)(minutes % 60));
    else
        frame_printf(frame, LOOK_PLAIN, "%u %s", (unsigned)(minutes % 60), _("min"));
}

static void view_load(const struct model *model, struct frame *frame)
{
    const struct sample *sample = model->sample;
    time_t now;
    struct tm local;
    char text[32];

    if (model->settings.alternate)
        frame_printf(frame, LOOK_REVERSE, "%u:%s", model_window_number(model, model->window),
                     model->window->settings.name);
    else
        frame_puts(frame, LOOK_PLAIN, model->program);
    if (!sample)
        return;
    now = (time_t)(sample->snapshot.system.realtime_ns / NS_PER_S);
    if (localtime_r(&now, &local) && strftime(text, sizeof(text), " - %H:%M:%S", &local))
        frame_puts(frame, LOOK_PLAIN, text);
    view_uptime(sample->snapshot.system.uptime_ns, frame);
    if (!sample->host_known)
        return;
    frame_printf(frame, LOOK_PLAIN, ", %2u %s,  %s %.2f, %.2f, %.2f", sample->host.users,
                 sample->host.users != 1 ? _("users") : _("user"), _("load average:"),
                 sample->host.load[0], sample->host.load[1], sample->host.load[2]);
}

static void view_counts(const struct model *model, struct frame *frame)
{
    const struct task_counts *counts = &model->counts;
    bool threads = model->sample ? model->sample->request.rows == ROWS_THREADS : model->threads;
    const struct {
        size_t count;
        const char *label;
    } figures[] = {
        {counts->total, _("total,")},     {counts->running, _("running,")},
        {counts->sleeping, _("sleep,")},  {counts->uninterruptible, _("d-sleep,")},
        {counts->stopped, _("stopped,")}, {counts->zombie, _("zombie")},
    };

    frame_puts(frame, LOOK_PLAIN, threads ? _("Threads:") : _("Tasks:"));
    for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
        frame_printf(frame, LOOK_FIGURE, " %zu ", figures[i].count);
        frame_puts(frame, LOOK_PLAIN, figures[i].label);
    }
}

static bool next_line(struct frame *frame, size_t *left)
{
    if (!*left)
        return false;
    (*left)--;
    frame_next_line(frame);
    return true;
}

/* Cells that share a line, from left to right. */
struct row {
    struct frame *frame;
    size_t *lines; /* left */
    unsigned adjoining;
    unsigned used;
};

/* False when there is no room for one more. */
static bool next_cell(struct row *row)
{
    if (row->used++ % row->adjoining == 0)
        return next_line(row->frame, row->lines);
    frame_gap(row->frame, LOOK_PLAIN, ADJOINING_GAP);
    return true;
}

static void view_cpus(const struct model *model, struct row row)
{
    struct cpu_walk walk;
    struct cpu_group group;

    cpu_walk_init(&walk, &model->sample->host, &model->window->settings.cpu_choice);
    while (cpu_walk_next(&walk, &group) && next_cell(&row))
        view_cpu_group(model, &group, row.frame);
}

static void view_memory(const struct model *model, struct row row)
{
    row.adjoining = summary_memory_adjoining(&model->window->settings);
    for (enum memory_cell cell = 0; cell < MEMORY_CELLS && next_cell(&row); cell++)
        view_memory_cell(model, cell, row.frame);
}

/* The cost of scanning. */
static void view_scan(const struct sample *sample, struct frame *frame)
{
    const struct scan_cost *cost = &sample->cost;

    frame_puts(frame, LOOK_PLAIN, _("Scan:"));
    frame_printf(frame, LOOK_FIGURE, " %3zu ", sample->snapshot.count);
    frame_puts(frame, LOOK_PLAIN, _("tasks from source"));
    frame_printf(frame, LOOK_FIGURE, " %s ", cost->source ? cost->source : "?");
    frame_puts(frame, LOOK_PLAIN, _("in"));
    frame_printf(frame, LOOK_FIGURE, " %.1f ", (double)cost->scan_ns / 1e6);
    frame_puts(frame, LOOK_PLAIN, _("ms,"));
    if (cost->since_ns)
        frame_printf(frame, LOOK_FIGURE, " %.1f ",
                     100.0 * (double)cost->cpu_ns / (double)cost->since_ns);
    else
        frame_puts(frame, LOOK_FIGURE, " - ");
    frame_puts(frame, LOOK_PLAIN, _("%CPU of top's own"));
}

void view_summary(const struct model *model, size_t lines, struct frame *frame)
{
    const struct window_settings *settings = &model->window->settings;
    const struct row row = {.frame = frame, .lines = &lines, .adjoining = summary_adjoining(model)};
    bool host_known = model->sample && model->sample->host_known;

    if (settings->show_load && next_line(frame, &lines))
        view_load(model, frame);
    frame_set_colour(frame, model_colour(model, model->window, PART_SUMMARY));
    if (settings->cpus != SUMMARY_OFF) {
        if (next_line(frame, &lines))
            view_counts(model, frame);
        if (host_known)
            view_cpus(model, row);
    }
    if (settings->memory != SUMMARY_OFF && host_known)
        view_memory(model, row);
    if (model_shows_pressure(model) && next_line(frame, &lines))
        view_pressure(model, frame);
    if (settings->show_scan && model->sample && next_line(frame, &lines))
        view_scan(model->sample, frame);
    if (model_watches_ended(model) && model->sample && next_line(frame, &lines))
        view_ended(model, frame);
}
