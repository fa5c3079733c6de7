/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_INTERNAL_H
#define DOTPROC_TOP_TERM_INTERNAL_H

/* The state of the terminal, for the files of this folder. */

#include <ncurses.h>
#include <stdio.h>

#include "lib/base/buf.h"

struct terminal {
    SCREEN *curses;
    int colours;
    bool is_plain;  /* it cannot move its cursor: frames follow each other as text */
    bool mouse_off; /* as set by term_set_mouse() */
    int reset_rows; /* rows of the screen that the reset sequence is for; 0: it is not set */

    FILE *out; /* a second descriptor of the terminal, only for ncurses */

    /*
     * A file in memory that replaces the terminal behind `out` while a frame is drawn: ncurses
     * calls write(2) for each piece between two cursor movements, which would each be a packet on
     * the network. Below 0: there is none.
     */
    int pieces;
    struct buf whole;
};

/* Enables all known keys and the mouse: for term_open(). */
void keys_set_up(void);

#endif
