/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_UPDATE_H
#define DOTPROC_TOP_UPDATE_UPDATE_H

/*
 * What an event does to the model.
 *
 * update() changes only the model. It returns what the caller has to do outside, such as sending a
 * signal; so every key is answered at once from the current sample.
 */

#include "top/base/effects.h"
#include "top/base/events.h"
#include "top/model/model.h"

struct effects update(struct model *model, const struct event *event);

#endif
