/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/term/internal.h"

#include <string.h>
#include <term.h>

#include "top/base/crash_handler.h"

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
        crash_handler_set(sequence->data, sequence->len);
}

/*
 * The sequences of endwin(3), for the crash handler, which cannot call it. tparm(3) exits when
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
