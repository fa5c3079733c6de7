/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TERM_COLOURS_H
#define DOTPROC_TOP_TERM_COLOURS_H

/* The looks of frame.h as attributes and colour pairs of ncurses: for term.c, on its open screen.
 */

/* Sets the pairs up. Returns how many colours there are; 0: none, or NO_COLOR is set. */
int colours_set_up(void);

/* Sets the look of what is drawn next, with that many colours. */
void colours_set_look(int colours, unsigned look);

#endif
