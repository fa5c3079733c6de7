/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lib/text/i18n.h"
#include "top/model/scale.h"
#include "top/view/summary_cells.h"

static const char unit_letters[] = "KMGTPE";

/* Room for the longest size: 2^64 KiB with all digits. */
#define SIZE_BYTES 40

static void format_size(char text[SIZE_BYTES], uint64_t kib, enum memory_unit unit)
{
    double number = (double)kib;

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

static void put_memory(const struct host_figures *host, enum memory_unit unit, struct frame *frame)
{
    put_size(frame, host->mem_total_kib, unit, _("total,"));
    put_size(frame, host->mem_free_kib, unit, _("free,"));
    put_size(frame, host->mem_used_kib, unit, _("used,"));
    put_size(frame, host->mem_cache_kib, unit, _("buff/cache     "));
}

static void put_swap(const struct host_figures *host, enum memory_unit unit, struct frame *frame)
{
    put_size(frame, host->swap_total_kib, unit, _("total,"));
    put_size(frame, host->swap_free_kib, unit, _("free,"));
    put_size(frame, host->swap_used_kib, unit, _("used."));
    put_size(frame, host->mem_available_kib, unit, _("avail Mem "));
}

static uint64_t above(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* A bar of two parts of a total, all in KiB. */
static void put_gauge(const struct model *model, const uint64_t parts[2], uint64_t total,
                      struct frame *frame)
{
    double scale = total ? 100.0 / (double)total : 0;
    const double percents[] = {(double)parts[0] * scale, (double)parts[1] * scale};
    const struct gauge gauge =
        summary_gauge(model, model->window->settings.memory,
                      summary_memory_adjoining(&model->window->settings), percents);
    char number[SIZE_BYTES];

    frame_printf(frame, LOOK_FIGURE, "%5.1f", gauge.parts[0] + gauge.parts[1]);
    format_size(number, total, model->settings.summary_unit);
    frame_printf(frame, LOOK_PLAIN, "/%-9s", number);
    gauge_put(frame, &gauge);
    frame_puts(frame, LOOK_PLAIN, " ");
}

/* Memory used by programs, then the rest that is not available: caches that cannot be freed. */
static void put_memory_gauge(const struct model *model, struct frame *frame)
{
    const struct host_figures *host = &model->sample->host;
    uint64_t used = above(host->mem_total_kib, host->mem_free_kib + host->mem_cache_kib);
    uint64_t taken = above(host->mem_total_kib, host->mem_available_kib);
    const uint64_t parts[2] = {used, above(taken, used)};

    put_gauge(model, parts, host->mem_total_kib, frame);
}

static void put_swap_gauge(const struct model *model, struct frame *frame)
{
    const struct host_figures *host = &model->sample->host;
    const uint64_t parts[2] = {host->swap_used_kib, 0};

    put_gauge(model, parts, host->swap_total_kib, frame);
}

void view_memory_cell(const struct model *model, enum memory_cell cell, struct frame *frame)
{
    const struct host_figures *host = &model->sample->host;
    enum memory_unit unit = model->settings.summary_unit;
    bool is_swap = cell == MEMORY_CELL_SWAP;
    bool as_text = model->window->settings.memory == SUMMARY_DETAIL;

    frame_printf(frame, LOOK_PLAIN, "%ciB %s", unit_letters[unit],
                 is_swap ? _("Swap:") : _("Mem :"));
    if (is_swap && as_text)
        put_swap(host, unit, frame);
    else if (is_swap)
        put_swap_gauge(model, frame);
    else if (as_text)
        put_memory(host, unit, frame);
    else
        put_memory_gauge(model, frame);
}
