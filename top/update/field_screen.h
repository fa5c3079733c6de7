/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_FIELD_SCREEN_H
#define DOTPROC_TOP_UPDATE_FIELD_SCREEN_H

/*
 * The field manager: which fields the current window shows, in which order, and by which it is
 * sorted. What is chosen holds at once.
 */

#include "top/base/effects.h"
#include "top/model/model.h"
#include "top/view/frame.h"

void field_screen_open(struct model *model);
void field_screen_press(struct model *model, int key, struct effects *effects);

void view_fields(const struct model *model, struct frame *frame);

/* Fields that stand below each other on a screen of this height. */
size_t field_screen_rows(const struct model *model);

#endif
