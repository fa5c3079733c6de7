/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_MOUSE_H
#define DOTPROC_TOP_UPDATE_MOUSE_H

/*
 * The mouse: the wheel scrolls; a click on a header sorts by that field, or reverses the order. In
 * alternate display a click makes the window under it the current one.
 */

#include "top/base/events.h"

struct model;

void mouse_take(struct model *model, const struct mouse *mouse);

#endif
