/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_FOREST_COMMANDS_H
#define DOTPROC_TOP_UPDATE_FOREST_COMMANDS_H

/*
 * The keys V and %, then v and F in the forest, and v in the pool view. The last three act on the
 * first task on the screen.
 */

#include "top/model/model.h"

void forest_toggle(struct model *model);
void pools_toggle(struct model *model);
void forest_collapse(struct model *model);
void forest_focus(struct model *model);

#endif
