/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_COLOURS_H
#define DOTPROC_TOP_SCREENS_COLOURS_H

/*
 * The colours of the current window, chosen beside a preview. What is chosen holds when it
 * is kept, and is forgotten otherwise.
 */

#include "top/screens/screen.h"

extern const struct screen colours_screen;

/* Says so and does nothing where the terminal has no colours. */
void colours_open(struct model *model);

#endif
