/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_INTERNAL_H
#define DOTPROC_TOP_TERM_INTERNAL_H

/*
 * What the files of this folder share:
 *
 *   term.c            opening, closing, frames
 *   keys.c            keys and the mouse
 *   colours.c         colours and looks
 *   out.c             sending a frame to the terminal in one write(2)
 *   reset_sequence.c  what the crash handler writes
 */

#include <stdio.h>

#include "lib/base/buf.h"

/* The SCREEN of ncurses, declared here without its header. */
struct screen;

struct term {
    struct screen *screen;
    int colours;
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

/* Enables all known keys and the mouse. */
void keys_set_up(void);

/* Sets term->colours, and the colour pairs. */
void colours_set_up(struct term *term);

/* Sets the look, see frame.h, of what is drawn next. */
void colours_set_look(const struct term *term, unsigned look);

/* Opens `out`. 0 or -errno. */
int out_open(struct term *term);
void out_close(struct term *term);

/* Makes ncurses send what has been drawn, with one write(2). */
void out_send(struct term *term);

#endif
