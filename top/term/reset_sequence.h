/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_RESET_SEQUENCE_H
#define DOTPROC_TOP_TERM_RESET_SEQUENCE_H

#include <stdbool.h>
#include <stdio.h>

/*
 * The bytes that reset the terminal in a crash. Separate from internal.h, because term.h of ncurses
 * has a struct term, too.
 */

/*
 * Sets the bytes of crash_handler.h for the open screen of ncurses; call it again when the size
 * changes.
 */
void reset_sequence_prepare(void);

/* Whether the terminal marks pasted text: PRESS_PASTE_BEGIN and _END. */
void paste_marks_set(FILE *out, bool on);

/* Whether the terminal can put its cursor anywhere; that of TERM=dumb cannot. */
bool cursor_can_move(void);

#endif
