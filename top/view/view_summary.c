/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/view/view.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/source/source.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"

/* Smaller percentages are shown as 0. */
#define PERCENT_LEAST 0.5

/* Cells between two parts of a line. */
#define PARTS_GAP 3

/*
 * "Stalled 10 s: cpu 81% io 2%": the share of time in which some task was stalled, since the kernel
 * has no other one for the CPUs of a whole host. Memory is left out at 0 %.
 */
static void view_pressure(const struct model *model, struct frame *frame)
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

/*
 * A figure between a label and its unit. The unit may be cut at the right edge; a figure that does
 * not fit is left out.
 */
static void put_figure(struct frame *frame, const char *label, const char *figure, const char *unit)
{
    if (frame_room(frame) < escape_width(label, strlen(label)) + strlen(figure))
        return;
    frame_puts(frame, LOOK_PLAIN, label);
    frame_puts(frame, LOOK_FIGURE, figure);
    frame_puts(frame, LOOK_PLAIN, unit);
}

static void put_count(struct frame *frame, uint64_t count, const char *unit)
{
    char figure[32] = " - ";

    if (count != ENDED_NOT_KNOWN)
        snprintf(figure, sizeof(figure), " %ju ", (uintmax_t)count);
    put_figure(frame, "", figure, unit);
}

/* "new 61/s" */
static void put_rate(struct frame *frame, const char *label, uint64_t count, double seconds)
{
    char figure[32] = " -";

    if (count != ENDED_NOT_KNOWN)
        snprintf(figure, sizeof(figure), " %.0f", (double)count / seconds);
    put_figure(frame, label, figure, "/s");
}

static void view_ended(const struct model *model, struct frame *frame)
{
    const struct ended_sample *ended = &model->sample->ended;
    const bool watched = ended->watched;
    const uint64_t processes = watched ? ended->processes : ENDED_NOT_KNOWN;
    const uint64_t threads = watched ? ended->threads : ENDED_NOT_KNOWN;
    const double seconds = (double)ended->interval_ns / (double)NS_PER_S;
    char cpu[32] = " - ";

    frame_puts(frame, LOOK_PLAIN,
               watched && !ended->counted ? _("Ended (estimated):") : _("Ended:"));
    put_count(frame, processes, processes == 1 ? _("proc,") : _("procs,"));
    put_count(frame, threads, threads == 1 ? _("thread,") : _("threads,"));
    if (watched)
        snprintf(cpu, sizeof(cpu), " %.1f ",
                 model_cpu_percent(model, ended->cpu_ns, ended->interval_ns, 0));
    put_figure(frame, "", cpu, "%CPU");
    put_rate(frame, _("  new"), watched ? ended->forks : ENDED_NOT_KNOWN, seconds);
    if (watched && ended->execs != ENDED_NOT_KNOWN)
        put_rate(frame, _("  exec"), ended->execs, seconds);
}

/*
 * All lines have stock top's layout to the last blank, since scripts cut them by column. Parts with
 * figures of the host are left out if these are unknown.
 */

/* Stock top's 0 stays where nothing records who is logged in. */
static void view_users(int users, struct frame *frame)
{
    if (users == USERS_NO_RECORDS)
        users = 0;
    if (users == USERS_UNKNOWN)
        frame_puts(frame, LOOK_PLAIN, ",  -");
    else
        frame_printf(frame, LOOK_PLAIN, ", %2d", users);
    frame_printf(frame, LOOK_PLAIN, " %s,  %s ", users != 1 ? _("users") : _("user"),
                 _("load average:"));
}

static void view_uptime(uint64_t uptime_ns, struct frame *frame)
{
    uint64_t minutes = uptime_ns / NS_PER_S / 60;
    uint64_t days = minutes / (24 * 60);
    unsigned hours = (unsigned)(minutes / 60 % 24);

    frame_puts(frame, LOOK_PLAIN, _(" up "));
    if (uptime_ns == 0) {
        frame_puts(frame, LOOK_PLAIN, "-");
        return;
    }
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
    now = (time_t)(system_info_now_ns(&sample->snapshot.system) / NS_PER_S);
    if (now && localtime_r(&now, &local) && strftime(text, sizeof(text), " - %H:%M:%S", &local))
        frame_puts(frame, LOOK_PLAIN, text);
    view_uptime(sample_uptime_ns(sample), frame);
    if (!sample->host_known)
        return;
    view_users(sample->host.users, frame);
    for (int i = 0; i < 3; i++) {
        frame_puts(frame, LOOK_PLAIN, i ? ", " : "");
        frame_put_real(frame, LOOK_PLAIN, sample->host.load[i], 0, 2);
    }
    if (sample->host.scheduler[0])
        frame_printf(frame, LOOK_PLAIN, ",  EXT: %s", sample->host.scheduler);
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
    for (size_t i = 0; i < ARRAY_COUNT(figures); i++) {
        frame_printf(frame, LOOK_FIGURE, " %zu ", figures[i].count);
        frame_puts(frame, LOOK_PLAIN, figures[i].label);
    }
}

/* Cells that share lines, from left to right. */
struct cells {
    struct frame *frame;
    size_t lines; /* number of lines left, including the frame's current one */
    unsigned adjoining;
    unsigned used;
};

/* False: there is no room for another cell. */
static bool next_cell(struct cells *cells)
{
    if (cells->used % cells->adjoining) {
        frame_gap(cells->frame, LOOK_PLAIN, ADJOINING_GAP);
    } else if (cells->used) {
        if (cells->lines == 1)
            return false;
        cells->lines--;
        frame_next_line(cells->frame);
    }
    cells->used++;
    return true;
}

static void view_cpus(const struct model *model, size_t lines, struct frame *frame)
{
    struct cells cells = {frame, lines, summary_adjoining(model), 0};
    struct cpu_walk walk;
    struct cpu_group group;

    cpu_walk_init(&walk, &model->sample->host, &model->window->settings.cpu_choice);
    while (cpu_walk_next(&walk, &group) && next_cell(&cells))
        view_cpu_group(model, &group, frame);
}

static void view_memory(const struct model *model, size_t lines, struct frame *frame)
{
    struct cells cells = {frame, lines, summary_memory_adjoining(&model->window->settings), 0};

    for (enum memory_cell cell = 0; cell < MEMORY_CELLS && next_cell(&cells); cell++)
        view_memory_cell(model, cell, frame);
}

static double mib(uint64_t kib)
{
    return (double)kib / 1024;
}

/* With one decimal, or two where one is not exact. */
static void put_cpus_allowed(double cpus, struct frame *frame)
{
    char text[32];
    const int len = snprintf(text, sizeof(text), "%.2f", cpus);

    frame_printf(frame, LOOK_FIGURE, " %.*s ", text[len - 1] == '0' ? len - 1 : len, text);
}

/* What cgroups leave of the host's CPUs and memory above. */
static void view_limits(const struct model *model, struct frame *frame)
{
    const struct host_figures *host = &model->sample->host;
    const struct host_limits *limits = &host->limits;

    frame_puts(frame, LOOK_PLAIN, _("In a container:"));
    if (limits->cpus > 0) {
        put_cpus_allowed(limits->cpus, frame);
        frame_puts(frame, LOOK_PLAIN, _("of"));
        frame_printf(frame, LOOK_FIGURE, " %zu ", host->cpu_count);
        frame_puts(frame, LOOK_PLAIN, limits->mem_kib ? _("CPUs,") : _("CPUs"));
    }
    if (limits->mem_kib > 0) {
        if (limits->mem_used_kib == MEMORY_UNKNOWN)
            frame_puts(frame, LOOK_FIGURE, " - ");
        else
            frame_printf(frame, LOOK_FIGURE, " %.1f ", mib(limits->mem_used_kib));
        frame_puts(frame, LOOK_PLAIN, _("of"));
        frame_printf(frame, LOOK_FIGURE, " %.1f ", mib(limits->mem_kib));
        frame_puts(frame, LOOK_PLAIN, _("MiB used"));
    }
}

static void view_scan(const struct model *model, struct frame *frame)
{
    const struct sample *sample = model->sample;
    const struct scan_cost *cost = &sample->cost;

    frame_puts(frame, LOOK_PLAIN, _("Scan:"));
    frame_printf(frame, LOOK_FIGURE, " %3zu ", sample->snapshot.count);
    frame_puts(frame, LOOK_PLAIN, _("tasks from source"));
    frame_printf(frame, LOOK_FIGURE, " %s ", cost->source ? cost->source : "?");
    frame_puts(frame, LOOK_PLAIN, _("in"));
    frame_printf(frame, LOOK_FIGURE, " %.1f ", (double)cost->scan_ns / 1e6);
    frame_puts(frame, LOOK_PLAIN, _("ms,"));
    frame_puts(frame, LOOK_FIGURE, " ");
    frame_put_real(frame, LOOK_FIGURE, share_percent((double)cost->cpu_ns, (double)cost->since_ns),
                   0, 1);
    frame_puts(frame, LOOK_FIGURE, " ");
    frame_puts(frame, LOOK_PLAIN, _("%CPU used by top"));
}

static size_t load_lines(const struct model *model)
{
    return model->window->settings.show_load;
}

static size_t counts_lines(const struct model *model)
{
    return model->window->settings.cpus != SUMMARY_OFF;
}

static bool knows_host(const struct model *model)
{
    return model->sample && model->sample->host_known;
}

static size_t lines_of(size_t cells, unsigned adjoining)
{
    return (cells + adjoining - 1) / adjoining;
}

static size_t cpus_lines(const struct model *model)
{
    const struct window_settings *settings = &model->window->settings;

    if (settings->cpus == SUMMARY_OFF || !knows_host(model))
        return 0;
    return lines_of(cpu_groups_count(&model->sample->host, &settings->cpu_choice),
                    summary_adjoining(model));
}

static size_t memory_lines(const struct model *model)
{
    const struct window_settings *settings = &model->window->settings;

    if (settings->memory == SUMMARY_OFF || !knows_host(model))
        return 0;
    return lines_of(MEMORY_CELLS, summary_memory_adjoining(settings));
}

static size_t limits_lines(const struct model *model)
{
    const struct window_settings *settings = &model->window->settings;

    return knows_host(model) && host_limits_are_set(&model->sample->host.limits) &&
           (settings->cpus != SUMMARY_OFF || settings->memory != SUMMARY_OFF);
}

static size_t scan_lines(const struct model *model)
{
    return model->window->settings.show_scan && model->sample;
}

static bool shows_ended(const struct model *model)
{
    return model_watches_ended(model) && model->sample;
}

static size_t beyond_rows_lines(const struct model *model)
{
    return model_shows_pressure(model) || shows_ended(model);
}

/* What no row shows: the host's PSI, and exited tasks. */
static void view_beyond_rows(const struct model *model, struct frame *frame)
{
    if (model_shows_pressure(model)) {
        view_pressure(model, frame);
        frame_gap(frame, LOOK_PLAIN, PARTS_GAP);
    }
    if (shows_ended(model))
        view_ended(model, frame);
}

/*
 * The parts of the summary from top to bottom: their number of lines, 0 if not shown, and what
 * writes them.
 */
static const struct summary_part {
    size_t (*lines)(const struct model *model);
    void (*view)(const struct model *model, struct frame *frame);
    /* Writes at most `lines` lines, at least one. */
    void (*view_some)(const struct model *model, size_t lines, struct frame *frame);
    bool is_plain; /* without colours */
} parts[] = {
    {load_lines, .view = view_load, .is_plain = true},
    {counts_lines, .view = view_counts},
    {cpus_lines, .view_some = view_cpus},
    {memory_lines, .view_some = view_memory},
    {limits_lines, .view = view_limits},
    {beyond_rows_lines, .view = view_beyond_rows},
    {scan_lines, .view = view_scan},
};

#define SUMMARY_PARTS ARRAY_COUNT(parts)

size_t summary_lines(const struct model *model)
{
    size_t lines = 0;

    for (size_t i = 0; i < SUMMARY_PARTS; i++)
        lines += parts[i].lines(model);
    return lines;
}

void view_summary(const struct model *model, size_t lines, struct frame *frame)
{
    for (size_t i = 0; i < SUMMARY_PARTS && lines; i++) {
        const struct summary_part *part = &parts[i];
        const size_t wanted = part->lines(model);
        const size_t given = wanted < lines ? wanted : lines;

        if (!given)
            continue;
        if (!part->is_plain)
            frame_set_colour(frame, model_colour(model, model->window, PART_SUMMARY));
        frame_next_line(frame);
        if (part->view)
            part->view(model, frame);
        else
            part->view_some(model, given, frame);
        lines -= given;
    }
}
