/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_ARRANGE_H
#define DOTPROC_TOP_TABLE_ARRANGE_H

#include "top/model/model.h"

/*
 * Selects and sorts the rows of all windows on the screen: struct window_rows. To be
 * called when the sample, or a setting that the rows depend on, has changed.
 */
void table_arrange(struct model *model);

/* Makes this window the current one; or the next (1) or the previous one (-1). */
void table_switch_window(struct model *model, size_t index);
void table_step_window(struct model *model, int by);

#endif
