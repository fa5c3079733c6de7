/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_ACTS_H
#define DOTPROC_TOP_UPDATE_ACTS_H

/* What the keys of the task screen do to the model. */

#include "top/base/effects.h"
#include "top/model/model.h"
#include "top/update/keys.h"

/* Also for the mouse: scrolls by `rows` up (-1) or down (1); sorts; turns the order round. */
void act_scroll_rows(struct model *model, int direction, size_t rows);
void act_sort_by(struct model *model, enum field_id field);
void act_sort_reverse(struct model *model);

void act_perform(struct model *model, const struct binding *binding, struct effects *effects);

#endif
