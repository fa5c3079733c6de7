/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_INTERNAL_H
#define DOTPROC_TOP_TERM_INTERNAL_H

/* The state of the terminal, and what term.c calls on the open screen of ncurses. */

#include <ncurses.h>
#include <stdbool.h>
#include <stdio.h>
#include <wchar.h>

#include "lib/base/buf.h"

struct terminal {
    SCREEN *curses;
    int colours;
    bool is_plain;       /* it cannot move its cursor: frames follow each other as text */
    bool mouse_off;      /* as set by term_set_mouse() */
    int reset_rows;      /* rows of the screen that the reset sequence is for; 0: it is not set */
    mbstate_t character; /* the bytes of one that has arrived in part */

    FILE *out; /* a second descriptor of the terminal, only for ncurses */

    /*
     * A file in memory that replaces the terminal behind `out` while a frame is drawn: ncurses
     * calls write(2) for each piece between two cursor movements, which would each be a packet on
     * the network. Below 0: there is none.
     */
    int pieces;
    struct buf whole;
};

/* keys.c: enables all known keys and the mouse. */
void term_keys_set_up(void);

/* capabilities.c: what depends on the capabilities of the terminal, terminfo(5). */

/* Sets the bytes of terminal_reset_set(); to be called again when the size changes. */
void term_prepare_reset(void);

/* Whether the terminal marks pasted text: PRESS_PASTE_BEGIN and _END. */
void term_set_paste_marks(FILE *out, bool on);

/* Whether the terminal can put its cursor anywhere; that of TERM=dumb cannot. */
bool term_can_move_cursor(void);

/*
 * Sets up the colour pairs of ncurses for the looks of frame.h. Returns how many colours there are;
 * 0: none, or NO_COLOR is set.
 */
int colours_set_up(void);

/* Sets the look of what is drawn next, with that many colours. */
void colours_set_look(int colours, unsigned look);

#endif
