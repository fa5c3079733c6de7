/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/term/internal.h"

#include <stdlib.h>
#include <string.h>

#include "top/base/terminal_reset.h"
#include "top/view/frame.h"

#include <term.h> /* last: its macros, as `lines`, would change our headers */

/* See ctlseqs of xterm: "bracketed paste". */
#define PASTE_MARKS_ON  "\033[?2004h"
#define PASTE_MARKS_OFF "\033[?2004l"

/* Reports of the mouse that ncurses may have turned on, in either form, and marks around pastes. */
#define MODES_OFF "\033[?1006;1003;1002;1000l" PASTE_MARKS_OFF

/*
 * Appends a sequence without padding ("$<5>", terminfo(5)), which only very old terminals need.
 * NULL: tparm(3) has failed.
 */
static void put_sequence(struct buf *out, const char *sequence)
{
    out->failed |= !sequence;
    while (sequence && *sequence) {
        size_t len = strcspn(sequence, "$");

        buf_put(out, sequence, len);
        sequence += len;
        if (strncmp(sequence, "$<", 2) == 0)
            sequence += strcspn(sequence, ">") + (strchr(sequence, '>') != NULL);
        else if (*sequence)
            buf_putc(out, *sequence++);
    }
}

/* NULL: the terminal has no such capability. */
static void put_capability(struct buf *out, const char *sequence)
{
    if (sequence)
        put_sequence(out, sequence);
}

static void put_leave(struct buf *out)
{
    if (key_mouse)
        buf_puts(out, MODES_OFF);
    put_capability(out, exit_attribute_mode);
    put_capability(out, orig_pair);
    put_capability(out, keypad_local);
    put_capability(out, cursor_normal);
    if (exit_ca_mode)
        put_sequence(out, exit_ca_mode);
    else
        buf_puts(out, "\r\n");
}

/* Without an alternate screen to leave, the cursor moves below the last line. */
static void put_move(struct buf *out)
{
    if (!exit_ca_mode && cursor_address)
        put_sequence(out, tparm(cursor_address, LINES - 1, 0));
}

static void set_sequence(const struct buf *sequence)
{
    if (!sequence->failed)
        terminal_reset_set(sequence->data, sequence->len);
}

/*
 * The sequences of endwin(3), for a signal handler, which cannot call it. tparm(3) exits when
 * memory is short, so sequences that need it come last.
 */
void term_prepare_reset(void)
{
    struct buf sequence = {0};

    put_leave(&sequence);
    set_sequence(&sequence);
    buf_clear(&sequence);
    put_move(&sequence);
    put_leave(&sequence);
    set_sequence(&sequence);
    buf_fini(&sequence);
}

/* Terminals that report the mouse know the private modes of xterm. */
void term_set_paste_marks(FILE *out, bool on)
{
    if (!key_mouse)
        return;
    fputs(on ? PASTE_MARKS_ON : PASTE_MARKS_OFF, out);
    fflush(out);
}

bool term_can_move_cursor(void)
{
    return cursor_address && *cursor_address;
}

/* --- colours --- */

/*
 * Pair 0 has the terminal's default colours; each other colour has two pairs: as foreground and as
 * background.
 */
static int pair_of(int colours, int colour, bool is_background)
{
    return 1 + colour + (is_background ? colours : 0);
}

/* As many as is_light() knows. */
#define COLOURS_MAX 256

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
    count = COLORS < COLOURS_MAX ? COLORS : COLOURS_MAX;
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
