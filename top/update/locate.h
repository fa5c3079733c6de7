/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_LOCATE_H
#define DOTPROC_TOP_UPDATE_LOCATE_H

#include "top/model/model.h"

/*
 * The search for rows by text.
 *
 * The keys L, & and / search the text of a row as it is shown, from its first visible field to its
 * last. The row found becomes the first on the screen.
 *
 * What / searches for may be an expression, see filters.h; L, which stock top has, takes any text
 * as it is. Matches on the screen stand out until Escape.
 *
 * Fields that are shown but not read for every task, such as command lines, are requested first;
 * the search continues with the next sample.
 */

/* L: searches from the row that keys act on; "" clears the text for &. */
extern const struct question question_locate;

/* &: searches for the same text after the row that keys act on. */
void locate_next(struct model *model);

/* To be called after a new sample: continues a search that has waited for it. */
void locate_resume(struct model *model);

/*
 * /: searches while a text is typed, from the row where the search began to the last one and then
 * from the top. Up and Down go to the previous or the next match. Escape restores the position
 * before the search.
 */
void locate_ask(struct model *model);

#endif
