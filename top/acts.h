/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_ACTS_H
#define DOTPROC_TOP_ACTS_H

/* What the keys of the task screen do to the model. */

#include "top/effects.h"
#include "top/keys.h"
#include "top/model.h"

void act_perform(struct model *model, const struct binding *binding, struct effects *effects);

#endif
