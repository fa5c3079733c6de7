/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_UPDATE_H
#define DOTPROC_TOP_UPDATE_UPDATE_H

/*
 * Applies an event to the model.
 *
 * update() changes nothing but the model. It returns what the caller has to do outside, such as
 * sending a signal, so every key takes effect at once on the current sample.
 */

#include "top/model/events.h"
#include "top/model/model.h"

/*
 * A sample must stay valid until the next EVENT_SAMPLE; other members of the event are only used
 * during the call.
 */
struct effects update(struct model *model, const struct event *event);

#endif
