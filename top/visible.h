/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VISIBLE_H
#define DOTPROC_TOP_VISIBLE_H

#include "lib/source/source.h"
#include "top/model.h"

/*
 * Reads what the rows on the screen show and the scan did not bring: costly figures are read of
 * these few tasks alone. A task that has gone meanwhile keeps its row, with what is known of it.
 */
void visible_fill(struct model *model, struct source *source);

#endif
