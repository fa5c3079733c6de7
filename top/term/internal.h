/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_INTERNAL_H
#define DOTPROC_TOP_TERM_INTERNAL_H

/*
 * What the files of this folder know of each other:
 *
 *   term.c            opening, closing, frames
 *   keys.c            keys and the mouse
 *   colours.c         colours and looks
 *   drawn_lines.c     which lines the screen has already
 *   out.c             the way of bytes to the terminal
 *   reset_sequence.c  how the terminal is left when there is no time for ncurses
 */

#include <stdio.h>

#include "lib/text/buf.h"
#include "top/term/drawn_lines.h"

/* The library's own type, so that its header is not needed here. */
struct screen;

struct term {
    struct screen *screen;
    int colours;
    int reset_rows; /* of the screen that the crash handler's bytes are for; 0: there are none */

    FILE *out; /* the terminal once more, for ncurses alone */

    /*
     * A file in memory that stands behind `out` while a frame is drawn: ncurses writes each piece
     * between two movements of the cursor by itself, and each would be a packet of its own on its
     * way to a terminal far away. Below 0: there is none.
     */
    int pieces;
    struct buf whole;

    struct drawn_lines drawn;
};

/* Asks for all keys that are known here, and for the mouse. */
void keys_set_up(void);

/* As many colours as the terminal has and the user wants. */
void colours_set_up(struct term *term);

/* How what is drawn next looks: one of frame.h's. */
void colours_set_look(const struct term *term, unsigned look);

/* Opens `out`. 0 or -errno. */
int out_open(struct term *term);
void out_close(struct term *term);

/* Makes ncurses send what has been drawn, in one piece. */
void out_send(struct term *term);

/* Prepares what crash_handler.h writes; again when the size of the screen changes. */
void reset_sequence_prepare(struct term *term);

#endif
