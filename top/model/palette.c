/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/palette.h"

#include <string.h>

/* The first eight colours, as all terminals number them. */
enum {
    RED = 1,
    GREEN = 2,
    YELLOW = 3,
    BLUE = 4,
    MAGENTA = 5,
    CYAN = 6,
    WHITE = 7,
};

static const int presets[][PART_COUNT] = {
    {RED, RED, YELLOW, COLOUR_DEFAULT, RED},
    {CYAN, CYAN, WHITE, COLOUR_DEFAULT, CYAN},
    {MAGENTA, MAGENTA, BLUE, COLOUR_DEFAULT, MAGENTA},
    {YELLOW, YELLOW, GREEN, COLOUR_DEFAULT, YELLOW},
};

void palette_init(struct palette *palette, size_t index)
{
    palette->on = false;
    memcpy(palette->colours, presets[index], sizeof(palette->colours));
}

int palette_colour(const struct palette *palette, enum colour_part part, int colour_count)
{
    int colour = palette->colours[part];

    if (part == PART_MARKS && colour == COLOUR_DEFAULT)
        colour = palette->colours[PART_TASKS];
    return palette->on && colour < colour_count ? colour : COLOUR_DEFAULT;
}
