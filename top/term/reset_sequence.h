/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_RESET_SEQUENCE_H
#define DOTPROC_TOP_TERM_RESET_SEQUENCE_H

/*
 * What resets the terminal when the program ends at once. Apart from internal.h: term.h of ncurses
 * has a struct term, too.
 */

/*
 * Sets the bytes of crash_handler.h for the screen of ncurses, which is open; to be called again
 * when its size changes.
 */
void reset_sequence_prepare(void);

#endif
