/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_SCREENS_H
#define DOTPROC_TOP_SCREENS_SCREENS_H

/* All screens: their views and their keys. */

#include "top/screens/screen.h"

/* Draws the current screen into the frame. Views are pure: the same model gives the same frame. */
void screen_view(const struct model *model, struct frame *frame);

/* A key on any screen except the task screen, for which see update/keys.h. */
void screen_press(struct model *model, int key, struct effects *effects);

/* The wheel on such a screen. */
void screen_wheel(struct model *model, int direction, size_t lines);

#endif
