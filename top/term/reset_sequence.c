/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ncurses.h>
#include <stdint.h>
#include <string.h>

#include "top/signals/crash_handler.h"
#include "top/term/internal.h"

/* Leaves out padding ("$<5>", terminfo(5)), which only very old terminals need. */
static void put_sequence(struct buf *out, const char *sequence)
{
    while (*sequence) {
        size_t len = strcspn(sequence, "$");

        buf_put(out, sequence, len);
        sequence += len;
        if (strncmp(sequence, "$<", 2) == 0)
            sequence += strcspn(sequence, ">") + (strchr(sequence, '>') != NULL);
        else if (*sequence)
            buf_putc(out, *sequence++);
    }
}

/* The terminal's string capability with this name, terminfo(5); NULL: it has none. */
static const char *sequence_named(const char *name)
{
    char *sequence = tigetstr((NCURSES_CONST char *)name);

    return (intptr_t)sequence == -1 ? NULL : sequence; /* -1: not a string capability */
}

static void put_named(struct buf *out, const char *name)
{
    const char *sequence = sequence_named(name);

    if (sequence)
        put_sequence(out, sequence);
}

/* Turns mouse reports off as ncurses does. */
static void put_mouse_off(struct buf *out)
{
    const char *mouse = sequence_named("XM");

    if (mouse)
        put_sequence(out, tparm(mouse, 0));
    else if (sequence_named("kmous"))
        buf_puts(out, "\033[?1000l");
}

/* Leaves the alternate screen; without one, moves below the last line. */
static void put_leave(struct buf *out)
{
    const char *move = sequence_named("cup");

    if (sequence_named("rmcup")) {
        put_named(out, "rmcup");
    } else {
        if (move)
            put_sequence(out, tparm(move, LINES - 1, 0));
        buf_puts(out, "\r\n");
    }
}

/* The same sequences as endwin(3), for the crash handler, which cannot call it. */
void reset_sequence_prepare(struct term *term)
{
    struct buf sequence = {0};

    put_mouse_off(&sequence);
    put_named(&sequence, "sgr0");
    put_named(&sequence, "op");
    put_named(&sequence, "rmkx");
    put_named(&sequence, "cnorm");
    put_leave(&sequence);
    if (!sequence.failed)
        crash_handler_set(sequence.data, sequence.len);
    buf_fini(&sequence);
    term->reset_rows = LINES;
}
