/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_LOCATE_H
#define DOTPROC_TOP_UPDATE_LOCATE_H

/*
 * Rows found by their text: the keys L, & and /. A row counts as it is shown, from its first
 * visible field to its last, and the one that was found becomes the first on the screen.
 *
 * What is shown but was not read of every task, such as command lines, is asked for first; then
 * the search goes on when the next sample is there.
 */

#include "top/model/model.h"

/* L: looks for the text from the first row on the screen; "" ends & until there is another. */
extern const struct question question_locate;

/* &: looks for the same text behind the first row on the screen. */
void locate_next(struct model *model);

/* After a new sample: what had to wait for it. */
void locate_resume(struct model *model);

/*
 * /: looks while a text is typed, from where the search began, and again from the top; arrows go on
 * to the next row, or back to the one before. With Escape the table is where it was.
 */
void locate_ask(struct model *model);

#endif
