/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_TERM_H
#define DOTPROC_TOP_TERM_TERM_H

/*
 * The terminal: frames out (term.c), keys in (keys.c). Only the files of this folder use ncurses.
 *
 * Opening it sets cbreak mode and the alternate screen; closing restores the terminal, and so does
 * suspending until the program continues.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/buf.h"
#include "top/base/keys.h"
#include "top/view/frame.h"

struct terminal;

/* No key is waiting; and one without a meaning here, or a part of a character. */
#define TERM_NO_KEY      (-1)
#define TERM_UNKNOWN_KEY (-2)

/*
 * Takes the terminal of standard input and output. `colours`: how many there are for text, 0 where
 * there are none, or NO_COLOR is set. 0; or -errno with one line in `why`: not a terminal, one of
 * an unknown type, or one that another program keeps.
 */
int term_open(struct terminal **out, int *colours, struct buf *why);

/*
 * Restores the terminal. `last`, if not NULL, is the frame drawn last: it stays as text above the
 * shell's prompt, so that the last frame of -n can be read. 0 or -ENOMEM.
 */
int term_close(struct terminal *term, const struct frame *last);

/* Reads the current size of the terminal. At least 1x1. */
void term_size(struct terminal *term, size_t *rows, size_t *cols);

/* The next key: a character, an enum press, or one of the above. Does not wait. */
int term_key(struct terminal *term);

/* Whether the terminal reports the mouse, as at first; else its user can select text with it. */
void term_set_mouse(struct terminal *term, bool on);

/* The mouse event after PRESS_MOUSE; false for an event of no interest. */
bool term_mouse(struct mouse *mouse);

/* Whether no more keys will come: the terminal is gone. */
bool term_has_ended(void);

/* Shows a frame: sends only what has changed; with `afresh` everything. 0 or -ENOMEM. */
int term_draw(struct terminal *term, const struct frame *frame, bool afresh);

/* Restores the terminal, stops the program, and does as term_resume() when it continues. */
bool term_suspend(struct terminal *term);

/*
 * Sets the terminal up again after a stop. False: another program keeps it, and this one cannot
 * wait for it (foreground_await()), so it has to end.
 */
bool term_resume(struct terminal *term);

/* The same if another program has taken the terminal, though nothing stopped this one. */
bool term_keep(struct terminal *term);

#endif
