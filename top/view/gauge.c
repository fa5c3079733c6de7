/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/view/gauge.h"

#include <string.h>

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

void gauge_put(struct frame *frame, const struct gauge *gauge)
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
