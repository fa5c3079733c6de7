/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/share.h"
#include "lib/text/i18n.h"
#include "top/model/number.h"
#include "top/view/summary_cells.h"

static const char unit_letters[] = "KMGTPE";

/* Room for the longest size: 2^64 KiB with all digits. */
#define SIZE_BYTES 40

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
static void put_gauge(const struct model *model, const double parts[2], uint64_t total,
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

    put_gauge(model, (const double[]){used, above(taken, used)}, memory->total_kib, frame);
}

static void put_swap_gauge(const struct model *model, struct frame *frame)
{
    const struct host_memory *memory = &model->sample->host.memory;

    put_gauge(model, (const double[]){real(memory->swap_used_kib), 0}, memory->swap_total_kib,
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
