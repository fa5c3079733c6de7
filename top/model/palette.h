/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_PALETTE_H
#define DOTPROC_TOP_MODEL_PALETTE_H

/* The colours of one window, one for each part of the screen. */

#include <stdbool.h>
#include <stddef.h>

#include "top/base/limits.h"

enum colour_part {
    PART_SUMMARY,
    PART_MESSAGES, /* and questions */
    PART_HEADER,
    PART_TASKS,
    PART_MARKS, /* marks of x and y in tasks; COLOUR_DEFAULT: as PART_TASKS */
    PART_COUNT,
};

struct palette {
    bool on; /* z */
    int colours[PART_COUNT];
};

/* Sets the colours of stock top's window with this index on the first start. */
void palette_init(struct palette *palette, size_t index);

/*
 * The colour of a part on a terminal with this many colours; COLOUR_DEFAULT if colours are off or
 * it lacks this one.
 */
int palette_colour(const struct palette *palette, enum colour_part part, int colour_count);

#endif
