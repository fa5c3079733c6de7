/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_SCREENS_H
#define DOTPROC_TOP_SCREENS_SCREENS_H

/* All screens: calls the view and the keys of the current one. */

#include "top/screens/screen.h"

/* Draws the current screen into the frame. Views are pure: the same model gives the same frame. */
void screen_view(const struct model *model, struct frame *frame);

/* Handles a key on any screen but the task screen, for which see update/keys.h. */
void screen_press(struct model *model, int key, struct effects *effects);

/* Handles the mouse wheel on such a screen. */
void screen_wheel(struct model *model, int direction, size_t lines);

#endif
