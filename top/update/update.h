/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_UPDATE_H
#define DOTPROC_TOP_UPDATE_UPDATE_H

/*
 * What an event does to the model.
 *
 * update() changes the model and nothing else. What has to happen outside, such as a signal to a
 * task, it returns for the program to carry out; so a key is answered from the sample in hand,
 * whatever it asks for.
 */

#include "top/base/effects.h"
#include "top/base/events.h"
#include "top/model/model.h"

struct effects update(struct model *model, const struct event *event);

#endif
