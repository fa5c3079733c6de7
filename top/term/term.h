/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_TERM_H
#define DOTPROC_TOP_TERM_TERM_H

/*
 * The terminal: frames out, keys in. The files of this folder are the only ones that know ncurses.
 *
 * Opening it puts the terminal into raw screen mode; closing gives it back as it was, and so does
 * suspending until the program goes on.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/text/buf.h"
#include "top/base/events.h"
#include "top/view/frame.h"

struct term;

/* No key is waiting. */
#define TERM_NO_KEY (-1)

/* 0; or -errno with one line in `why`: no terminal, or one of an unknown type. */
int term_open(struct term **out, struct buf *why);

/*
 * Gives the terminal back. `last`, where it is not NULL, is left on it as text, above the prompt
 * of the shell: who asks for one frame wants to read it.
 */
void term_close(struct term *term, const struct frame *last);

/* Colours that text may have; 0 where there are none, or the user wants none (NO_COLOR). */
int term_colours(const struct term *term);

/* The descriptor that keys come from, for poll(2). */
int term_fd(const struct term *term);

/* The size now; asks the terminal, so it is right after a resize. At least 1x1. */
void term_size(struct term *term, size_t *rows, size_t *cols);

/* The next key: a character, an enum press, or TERM_NO_KEY. Does not wait. */
int term_key(struct term *term);

/* What the mouse did when the key was PRESS_MOUSE; false when it is nothing of interest. */
bool term_mouse(struct term *term, struct mouse *mouse);

/* Whether what poll(2) said of the descriptor means that no key will ever come again. */
bool term_has_ended(const struct term *term, short revents);

/* Shows a frame, sending only what has changed; `afresh`: everything. */
void term_draw(struct term *term, const struct frame *frame, bool afresh);

/* Gives the terminal back, stops the program, and takes the terminal again when it goes on. */
void term_suspend(struct term *term);

/* Takes the terminal again after a stop that was not of our making. */
void term_resume(struct term *term);

#endif
