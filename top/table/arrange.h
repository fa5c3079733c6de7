/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_TABLE_ARRANGE_H
#define DOTPROC_TOP_TABLE_ARRANGE_H

#include "top/model/model.h"

/*
 * Selects and sorts the rows of all windows that are shown: struct window_rows. To be
 * called after a change of the sample, or of a setting that the rows depend on.
 */
void table_arrange(struct model *model);

/*
 * Makes this window the current one; or the next (1) or the previous (-1) one. Both arrange the
 * tables.
 */
void table_switch_window(struct model *model, size_t index);
void table_step_window(struct model *model, int by);

#endif
