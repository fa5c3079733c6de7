/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_ARRANGE_H
#define DOTPROC_TOP_TABLE_ARRANGE_H

#include "top/model/model.h"

/*
 * Chooses and orders the rows of all windows on the screen afresh, after something that matters to
 * them has changed: window::order and what belongs to it.
 */
void table_arrange(struct model *model);

#endif
