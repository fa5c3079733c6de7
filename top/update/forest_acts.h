/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_FOREST_ACTS_H
#define DOTPROC_TOP_UPDATE_FOREST_ACTS_H

/* What the keys V, v and F do. The last two are about the first task on the screen. */

#include "top/model/model.h"

void forest_toggle(struct model *model);
void forest_collapse(struct model *model);
void forest_focus(struct model *model);

#endif
