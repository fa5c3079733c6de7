/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VISIBLE_H
#define DOTPROC_TOP_VISIBLE_H

/*
 * What the rows on the screen, and the detail pane, show and the scan did not bring: costly
 * figures are read of these few tasks alone. A task that has gone meanwhile keeps its row,
 * with what is known of it.
 */

#include "lib/source/source.h"
#include "top/model/model.h"
#include "top/work/filler.h"

/* Reads it all here and now. */
void visible_fill(struct model *model, struct source *source);

/*
 * Lists what is to be read. Figures that `before` has, the reading shown until now or NULL, are
 * taken over from there at once: they are shown until they have been read again.
 */
void visible_list(struct model *model, const struct reading *before, struct fill_list *list);

/* Gives a task of the reading in hand, if it is there, what was read of it. */
void visible_put(struct model *model, const struct task *filled);

#endif
