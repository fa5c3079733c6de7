/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/view/view.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/units.h"
#include "lib/text/i18n.h"
#include "top/view/frame.h"

/* Cells of the longest bar: a cell stands for one percent or more. */
#define GAUGE_MOST 100

/* Cells around a bar: label, two figures and their sum, brackets and the last blank. */
#define GAUGE_FRAME 27

/* Cells around a bar with only the sum. */
#define BRIEF_FRAME 14

/* The fewest cells of a bar when more than two share a line. */
#define GAUGE_LEAST 10

/* Width of a cell of figures, including the last blank. */
#define DETAIL_CELLS 80

/* Room for the longest size: 2^64 KiB with all digits. */
#define SIZE_BYTES 40

/* A bar graph of a percentage, in two parts that look different: "[|||||||||    ]". */
struct gauge {
    double parts[2]; /* percent, from left to right */
    unsigned looks[2];
    char stroke;  /* the character that fills the parts */
    size_t cells; /* between the brackets */
};

/* In single precision, so that half a cell is rounded as in stock top. */
static size_t cells_of(double percent, size_t cells)
{
    if (!(percent > 0)) /* also a NaN */
        return 0;
    if (percent >= 100)
        return cells;
    return (size_t)((float)percent * ((float)cells / 100) + 0.5F);
}

static void put_part(struct frame *frame, unsigned look, char stroke, size_t cells)
{
    char text[GAUGE_MOST];

    memset(text, stroke, cells);
    frame_put(frame, look, text, cells);
}

/* Appends the bar. If both parts do not fit, the second one is cut. */
static void gauge_put(struct frame *frame, const struct gauge *gauge)
{
    size_t left = gauge->cells < GAUGE_MOST ? gauge->cells : GAUGE_MOST;
    size_t first = cells_of(gauge->parts[0], left);
    size_t second = cells_of(gauge->parts[1], left);

    if (second > left - first)
        second = left - first;
    frame_puts(frame, LOOK_UNCOLOURED, "[");
    put_part(frame, gauge->looks[0], gauge->stroke, first);
    put_part(frame, gauge->looks[1], gauge->stroke, second);
    put_part(frame, LOOK_UNCOLOURED, ' ', left - first - second);
    frame_puts(frame, LOOK_UNCOLOURED, "]");
}

static size_t gaps(unsigned adjoining)
{
    return (size_t)(adjoining - 1) * ADJOINING_GAP;
}

/* Width of the bars when `adjoining` cells share a line of the screen. */
static size_t gauge_cells(size_t cols, unsigned adjoining)
{
    size_t cell = cols > gaps(adjoining) ? (cols - gaps(adjoining)) / adjoining : 0;
    size_t around = adjoining > ADJOINING_ALWAYS ? BRIEF_FRAME : GAUGE_FRAME;
    size_t cells = cell > around ? cell - around : 0;

    return cells < GAUGE_MOST ? cells : GAUGE_MOST;
}

/*
 * A bar or blocks in the current window's colours, with two parts in percent. Strokes look like
 * marks in the table. Blocks are in reverse video, the second part in the header's colour if there
 * are colours.
 */
static struct gauge summary_gauge(const struct model *model, enum summary_mode mode,
                                  unsigned adjoining, const double parts[2])
{
    const struct window *window = model->window;
    struct gauge gauge = {
        .parts = {parts[0], parts[1]},
        .looks = {window->settings.mark_reverse ? LOOK_REVERSE : LOOK_BOLD, LOOK_PLAIN},
        .stroke = '|',
        .cells = gauge_cells(model->cols, adjoining),
    };

    if (mode == SUMMARY_BLOCKS) {
        gauge.looks[0] = LOOK_REVERSE | LOOK_BOLD;
        gauge.looks[1] = LOOK_REVERSE | look_of_colour(model_colour(model, window, PART_HEADER));
        gauge.stroke = ' ';
    }
    return gauge;
}

/* As in stock top, cells share lines only while processors have several. */
static unsigned adjoining_of(const struct window_settings *settings)
{
    return settings->cpu_choice.mode == CPUS_TOGETHER ? 1 : settings->adjoining;
}

unsigned summary_memory_adjoining(const struct window_settings *settings)
{
    const unsigned adjoining = adjoining_of(settings);

    return adjoining < MEMORY_CELLS ? adjoining : MEMORY_CELLS;
}

bool summary_fits(const struct model *model, unsigned adjoining)
{
    enum summary_mode mode = model->window->settings.cpus;

    if (adjoining > ADJOINING_MOST)
        return false;
    if (adjoining <= ADJOINING_ALWAYS)
        return true;
    if (mode == SUMMARY_DETAIL)
        return adjoining * DETAIL_CELLS + gaps(adjoining) <= model->cols;
    return gauge_cells(model->cols, adjoining) >= GAUGE_LEAST;
}

unsigned summary_adjoining(const struct model *model)
{
    unsigned adjoining = adjoining_of(&model->window->settings);

    while (adjoining > ADJOINING_ALWAYS && !summary_fits(model, adjoining))
        adjoining--;
    return adjoining;
}

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

static void put_cpu_details(const struct cpu_ticks *ticks, struct frame *frame)
{
    const struct {
        enum cpu_state state;
        const char *label;
    } figures[] = {
        {CPU_USER, _("us,")},    {CPU_SYSTEM, _("sy,")}, {CPU_NICE, _("ni,")},
        {CPU_IDLE, _("id,")},    {CPU_IOWAIT, _("wa,")}, {CPU_IRQ, _("hi,")},
        {CPU_SOFTIRQ, _("si,")}, {CPU_STEAL, _("st ")},
    };

    for (size_t i = 0; i < ARRAY_COUNT(figures); i++) {
        const enum cpu_state state = figures[i].state;

        frame_put_real(frame, LOOK_FIGURE, share(ticks, ticks->in[state], state == CPU_IDLE), 5, 1);
        frame_puts(frame, LOOK_FIGURE, " ");
        frame_puts(frame, LOOK_PLAIN, figures[i].label);
    }
}

/* User time, system time and their sum; if more than two cells share the line, only the sum. */
static void put_cpu_gauge(const struct model *model, const struct cpu_ticks *ticks,
                          struct frame *frame)
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
        put_cpu_details(&group->ticks, frame);
    else
        put_cpu_gauge(model, &group->ticks, frame);
}

static const char unit_letters[] = "KMGTPE";

static void format_size(char text[SIZE_BYTES], uint64_t kib, enum memory_unit unit)
{
    double number = (double)kib;

    if (kib == MEMORY_UNKNOWN) {
        snprintf(text, SIZE_BYTES, "-");
        return;
    }
    for (int at = UNIT_OF_KIB; at < (int)unit; at++)
        number /= 1024;
    snprintf(text, SIZE_BYTES, unit == UNIT_OF_KIB ? "%.0f" : "%.1f", number);
}

/* Eight characters, followed by '+' if the number is cut. */
static void put_size(struct frame *frame, uint64_t kib, enum memory_unit unit, const char *label)
{
    char number[SIZE_BYTES];

    format_size(number, kib, unit);
    frame_printf(frame, LOOK_FIGURE, " %8.8s%c", number, strlen(number) > 8 ? '+' : ' ');
    frame_puts(frame, LOOK_PLAIN, label);
}

static void put_memory(const struct host_memory *memory, enum memory_unit unit, struct frame *frame)
{
    put_size(frame, memory->total_kib, unit, _("total,"));
    put_size(frame, memory->free_kib, unit, _("free,"));
    put_size(frame, memory->used_kib, unit, _("used,"));
    put_size(frame, memory->cache_kib, unit, _("buff/cache     "));
}

static void put_swap(const struct host_memory *memory, enum memory_unit unit, struct frame *frame)
{
    put_size(frame, memory->swap_total_kib, unit, _("total,"));
    put_size(frame, memory->swap_free_kib, unit, _("free,"));
    put_size(frame, memory->swap_used_kib, unit, _("used."));
    put_size(frame, memory->available_kib, unit, _("avail Mem "));
}

static double real(uint64_t kib)
{
    return kib == MEMORY_UNKNOWN ? REAL_UNKNOWN : (double)kib;
}

/* Unknown if one of them is. */
static double above(double a, double b)
{
    return a < b ? 0 : a - b;
}

/* A bar of two parts of a total, all in KiB. Of no swap nothing is used. */
static void put_size_gauge(const struct model *model, const double parts[2], uint64_t total,
                           struct frame *frame)
{
    const double whole = total ? real(total) : 1;
    const double percents[] = {share_percent(parts[0], whole), share_percent(parts[1], whole)};
    const struct gauge gauge =
        summary_gauge(model, model->window->settings.memory,
                      summary_memory_adjoining(&model->window->settings), percents);
    char number[SIZE_BYTES];

    frame_put_real(frame, LOOK_FIGURE, gauge.parts[0] + gauge.parts[1], 5, 1);
    format_size(number, total, model->settings.summary_unit);
    frame_printf(frame, LOOK_PLAIN, "/%-9s", number);
    gauge_put(frame, &gauge);
    frame_puts(frame, LOOK_PLAIN, " ");
}

/* Memory used by programs, then the rest that is not available: caches that cannot be freed. */
static void put_memory_gauge(const struct model *model, struct frame *frame)
{
    const struct host_memory *memory = &model->sample->host.memory;
    const double total = real(memory->total_kib);
    const double used = above(total, real(memory->free_kib) + real(memory->cache_kib));
    const double taken = above(total, real(memory->available_kib));

    put_size_gauge(model, (const double[]){used, above(taken, used)}, memory->total_kib, frame);
}

static void put_swap_gauge(const struct model *model, struct frame *frame)
{
    const struct host_memory *memory = &model->sample->host.memory;

    put_size_gauge(model, (const double[]){real(memory->swap_used_kib), 0}, memory->swap_total_kib,
                   frame);
}

void view_memory_cell(const struct model *model, enum memory_cell cell, struct frame *frame)
{
    const struct host_memory *memory = &model->sample->host.memory;
    enum memory_unit unit = model->settings.summary_unit;
    bool is_swap = cell == MEMORY_CELL_SWAP;
    bool as_text = model->window->settings.memory == SUMMARY_DETAIL;

    frame_printf(frame, LOOK_PLAIN, "%ciB %s", unit_letters[unit],
                 is_swap ? _("Swap:") : _("Mem :"));
    if (is_swap && as_text)
        put_swap(memory, unit, frame);
    else if (is_swap)
        put_swap_gauge(model, frame);
    else if (as_text)
        put_memory(memory, unit, frame);
    else
        put_memory_gauge(model, frame);
}
