/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/layout.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/escape.h"
#include "ps/environment.h"

/* A signal mask in full, and its lower half with a mark for the upper one. */
#define SIGNAL_CELLS      16
#define SIGNAL_HALF_CELLS 9

/* A list of signal names, which may be of any length. */
#define SIGNAL_NAME_CELLS 27

/* Counted for a text of variable length at the end of a line. */
#define LAST_CELLS 3

static size_t item_width(const struct format_item *item, const struct system_info *system)
{
    size_t width, own;

    if (!item->column || !item->column->figure->pid_width || item->fixed_width)
        return item->width;
    own = strlen(item->column->header);
    width = escape_width(item->header, strlen(item->header));
    if (width < own)
        width = own;
    return width < system->pid_digits ? system->pid_digits : width;
}

static bool is_name(enum align align)
{
    return align == ALIGN_USER || align == ALIGN_WCHAN;
}

static bool stands_right(enum align align, const struct ps_options *options)
{
    return align == ALIGN_RIGHT || align == ALIGN_SIGNAL ||
           (is_name(align) && options->numeric_ids);
}

static bool is_cut(enum align align)
{
    return align == ALIGN_CUT || align == ALIGN_UNLIMITED || is_name(align);
}

static struct slot make_slot(const struct format_item *item, const struct system_info *system,
                             const struct ps_options *options)
{
    struct slot slot = {.item = item, .width = item_width(item, system), .align = ALIGN_LEFT};

    if (!item->column)
        return slot;
    slot.align = item->column->align;
    if (slot.align == ALIGN_SIGNAL && options->signal_names) {
        slot.align = ALIGN_UNLIMITED;
        if (slot.width < SIGNAL_NAME_CELLS)
            slot.width = SIGNAL_NAME_CELLS;
    }
    slot.text_width = slot.width;
    slot.right = !options->delimiter && stands_right(slot.align, options);
    slot.least = item->column->figure->least;
    return slot;
}

/* The width of a line in which every slot has its own width. */
static size_t measure(const struct layout *layout)
{
    size_t total = 0;

    for (size_t i = 0; i < layout->count; i++) {
        const struct slot *slot = &layout->slots[i];
        const bool is_last = i + 1 == layout->count;

        if (is_last && slot->align == ALIGN_UNLIMITED)
            total += LAST_CELLS;
        else
            total += slot->width;
        total += slot->apart;
    }
    return total;
}

/*
 * Signal masks are all shown in full or all shortened. Their text has its own width; a width set by
 * the user only places the next column.
 */
static void place_signals(struct layout *layout, size_t total)
{
    const size_t more = SIGNAL_CELLS - SIGNAL_HALF_CELLS;

    for (size_t i = 0; i < layout->count; i++)
        if (layout->slots[i].align == ALIGN_SIGNAL)
            total += more;
    for (size_t i = 0; i < layout->count; i++) {
        struct slot *slot = &layout->slots[i];

        if (slot->align != ALIGN_SIGNAL)
            continue;
        slot->text_width = total <= layout->limit ? SIGNAL_CELLS : SIGNAL_HALF_CELLS;
        if (total <= layout->limit)
            slot->width += more;
    }
}

/* Computes the start and the room of each slot. */
static void place_slots(struct layout *layout, const struct ps_options *options)
{
    const bool grouped = options->group_keys.count > 0 || options->cgroup_columns;
    const bool delimited = options->delimiter;
    size_t start = 0;

    for (size_t i = 0; i < layout->count; i++) {
        struct slot *slot = &layout->slots[i];
        const bool is_last = i + 1 == layout->count;
        const bool is_whole = is_last || (grouped && !slot->item->fixed_width);

        start += slot->apart;
        slot->start = delimited ? 0 : start;
        if (!is_cut(slot->align) || (is_whole && layout->limit == SCREEN_UNLIMITED))
            slot->room = SCREEN_UNLIMITED;
        else if (is_last && delimited)
            slot->room = start < layout->limit ? layout->limit - start : 1;
        else
            slot->room = is_last ? 0 : slot->width;
        start += slot->width;
    }
}

int layout_init(struct layout *layout, const struct format *format,
                const struct system_info *system, size_t screen_columns,
                const struct ps_options *options)
{
    size_t total;

    *layout = (struct layout){
        .count = format->count,
        .limit = screen_columns,
        .filler = options->delimiter ? options->delimiter : ' ',
    };
    layout->slots = calloc(format->count + 1, sizeof(*layout->slots));
    if (!layout->slots)
        return -ENOMEM;
    for (size_t i = 0; i < layout->count; i++) {
        const struct format_item *item = &format->items[i];

        layout->slots[i] = make_slot(item, system, options);
        layout->slots[i].apart = i > 0 && item->column && item[-1].column;
    }
    total = measure(layout);
    if (screen_columns != SCREEN_UNLIMITED) {
        const size_t lines = (total + screen_columns - 1) / screen_columns;

        layout->limit = screen_columns * (lines > 1 ? lines : 1);
    }
    place_signals(layout, total);
    place_slots(layout, options);
    return 0;
}

void layout_fini(struct layout *layout)
{
    free(layout->slots);
    *layout = (struct layout){0};
}

size_t layout_room(const struct layout *layout, size_t index, size_t reached)
{
    const struct slot *slot = &layout->slots[index];
    size_t start = reached + slot->apart;

    if (slot->room > 0)
        return slot->room;
    if (start < slot->start)
        start = slot->start;
    /* As in procps, but for names of owners: nothing at the end of the line, everything beyond. */
    return start <= layout->limit ? layout->limit - start : SCREEN_UNLIMITED;
}

size_t layout_gap(const struct layout *layout, size_t index, size_t cells, size_t reached)
{
    const struct slot *slot = &layout->slots[index];
    size_t start = slot->start;

    if (slot->right && cells < slot->text_width)
        start += slot->text_width - cells;
    return start > reached ? start - reached : slot->apart;
}
