/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_COLOURS_H
#define DOTPROC_TOP_SCREENS_COLOURS_H

/*
 * The colours of the current window, with a preview. Leaving the screen keeps the choice or
 * restores the former colours.
 */

#include "top/screens/screen.h"

extern const struct screen colours_screen;

/* Opens the screen; on a terminal without colours only shows a message. */
void colours_open(struct model *model);

#endif
