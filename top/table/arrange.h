/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_ARRANGE_H
#define DOTPROC_TOP_TABLE_ARRANGE_H

#include "top/model/model.h"

/*
 * Chooses and orders the rows of all windows on the screen: window::order and what belongs to it.
 * To be called when the sample, or anything that rows depend on, has changed.
 */
void table_arrange(struct model *model);

/* Makes this window the current one; the next one (1), or the one before (-1). */
void table_switch_window(struct model *model, size_t index);
void table_step_window(struct model *model, int by);

#endif
