/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_LOCATE_H
#define DOTPROC_TOP_UPDATE_LOCATE_H

/*
 * Search for rows by text: the keys L, & and /. They search the text of a row as it is shown, from
 * its first visible field to its last. The row found becomes the first on the screen.
 *
 * Fields that are shown but not read for every task, such as command lines, are requested first;
 * the search continues with the next sample.
 */

#include "top/model/model.h"

/* L: searches from the first row on the screen; "" clears the text for &. */
extern const struct question question_locate;

/* &: searches for the same text after the first row on the screen. */
void locate_next(struct model *model);

/* To be called after a new sample: continues a search that waits for it. */
void locate_resume(struct model *model);

/*
 * /: searches while a text is typed, from where the search began to the end and then from the top.
 * Arrows go to the next or the previous row. Escape scrolls back to where the table was.
 */
void locate_ask(struct model *model);

#endif
