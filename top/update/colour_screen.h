/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_COLOUR_SCREEN_H
#define DOTPROC_TOP_UPDATE_COLOUR_SCREEN_H

/*
 * The colours of the current window, chosen beside a sample of them. What is chosen holds when it
 * is kept, and is forgotten otherwise.
 */

#include "top/base/effects.h"
#include "top/model/model.h"
#include "top/view/frame.h"

/* Says so and does nothing where the terminal has no colours. */
void colour_screen_open(struct model *model);
void colour_screen_press(struct model *model, int key, struct effects *effects);

void view_colours(const struct model *model, struct frame *frame);

#endif
