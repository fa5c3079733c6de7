/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ncurses.h>
#include <stdlib.h>

#include "top/base/limits.h"
#include "top/term/internal.h"
#include "top/term/term.h"

/*
 * Pair 0 has the terminal's default colours; each other colour has two pairs: as foreground and as
 * background.
 */
static int pair_of(const struct term *term, int colour, bool is_background)
{
    return 1 + colour + (is_background ? term->colours : 0);
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
void colours_set_up(struct term *term)
{
    term->colours = wanted_colours();
    for (int i = 0; i < term->colours; i++) {
        short text = is_light(i) ? COLOR_BLACK : COLOR_WHITE;

        init_extended_pair(pair_of(term, i, false), i, -1);
        init_extended_pair(pair_of(term, i, true), text, i);
    }
}

int term_colours(const struct term *term)
{
    return term->colours;
}

void colours_set_look(const struct term *term, unsigned look)
{
    attr_t attributes =
        (look & LOOK_BOLD ? A_BOLD : A_NORMAL) | (look & LOOK_DIM ? A_DIM : A_NORMAL);
    int colour = look_colour(look);
    bool reverse = look & LOOK_REVERSE;
    int pair = 0;

    if (colour >= 0 && colour < term->colours)
        pair = pair_of(term, colour, reverse);
    else if (reverse)
        attributes |= A_REVERSE;
    attr_set(attributes, 0, &pair);
}
