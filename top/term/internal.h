/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_INTERNAL_H
#define DOTPROC_TOP_TERM_INTERNAL_H

/*
 * State and functions that the files of this folder share:
 *
 *   term.c            opening, closing, frames
 *   keys.c            keys and the mouse
 *   colours.c         colours and looks
 *   out.c             sending a frame to the terminal in one write(2)
 *   reset_sequence.c  the bytes that the crash handler writes
 */

#include <stdio.h>

#include "lib/base/buf.h"

/* The SCREEN of ncurses, declared here without its header. */
struct screen;

struct term {
    struct screen *screen;
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

/* Enables all known keys and the mouse. */
void keys_set_up(void);

/* Sets term->colours, and the colour pairs. */
void colours_set_up(struct term *term);

/* Sets the look (frame.h) for what is drawn next. */
void colours_set_look(const struct term *term, unsigned look);

/* Opens `out`. 0 or -errno. */
int out_open(struct term *term);
void out_close(struct term *term);

/* Sends everything drawn since the last call with one write(2). */
void out_send(struct term *term);

/* Sends text, at once. */
void out_send_text(const char *bytes, size_t len);

#endif
