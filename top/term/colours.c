/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/term/internal.h"

#include <stdlib.h>

#include "top/base/limits.h"
#include "top/view/frame.h"

/*
 * Pair 0 has the terminal's default colours; each other colour has two pairs: as foreground and as
 * background.
 */
static int pair_of(int colours, int colour, bool is_background)
{
    return 1 + colour + (is_background ? colours : 0);
}

/* Light enough for black text, by the colour cube and the greys of xterm's 256 colours. */
static bool is_light(int colour)
{
    static const bool first[] = {0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 1, 1};
    int red, green, blue;

    if (colour < 16)
        return first[colour];
    if (colour >= 232)
        return colour >= 244;
    colour -= 16;
    red = colour / 36;
    green = colour / 6 % 6;
    blue = colour % 6;
    return 3 * red + 6 * green + blue >= 25; /* half of the maximum */
}

/* https://no-color.org: NO_COLOR has an effect if it is not empty. */
static int wanted_colours(void)
{
    const char *none = getenv("NO_COLOR");
    int count;

    if ((none && *none) || !has_colors() || start_color() == ERR || use_default_colors() == ERR)
        return 0;
    count = COLORS <= COLOUR_MOST ? COLORS : COLOUR_MOST + 1;
    while (count && 2 * count >= COLOR_PAIRS)
        count /= 2;
    return count;
}

/*
 * Text on a coloured background is black or white, whichever is readable. With reverse video it
 * would have the terminal's background colour, which may be light or dark.
 */
int colours_set_up(void)
{
    const int colours = wanted_colours();

    for (int i = 0; i < colours; i++) {
        short text = is_light(i) ? COLOR_BLACK : COLOR_WHITE;

        init_extended_pair(pair_of(colours, i, false), i, -1);
        init_extended_pair(pair_of(colours, i, true), text, i);
    }
    return colours;
}

void colours_set_look(int colours, unsigned look)
{
    attr_t attributes =
        (look & LOOK_BOLD ? A_BOLD : A_NORMAL) | (look & LOOK_DIM ? A_DIM : A_NORMAL);
    int colour = look_colour(look);
    bool reverse = look & LOOK_REVERSE;
    int pair = 0;

    if (colour >= 0 && colour < colours)
        pair = pair_of(colours, colour, reverse);
    else if (reverse)
        attributes |= A_REVERSE;
    attr_set(attributes, 0, &pair);
}
