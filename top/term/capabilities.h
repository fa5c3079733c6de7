/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_CAPABILITIES_H
#define DOTPROC_TOP_TERM_CAPABILITIES_H

/*
 * For term.c: what depends on the capabilities of the terminal, terminfo(5), of the open screen of
 * ncurses.
 */

#include <stdbool.h>
#include <stdio.h>

/* Sets the bytes of crash_handler_set(); to be called again when the size changes. */
void reset_sequence_prepare(void);

/* Whether the terminal marks pasted text: PRESS_PASTE_BEGIN and _END. */
void paste_marks_set(FILE *out, bool on);

/* Whether the terminal can put its cursor anywhere; that of TERM=dumb cannot. */
bool cursor_can_move(void);

#endif
