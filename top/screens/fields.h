/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_FIELDS_H
#define DOTPROC_TOP_SCREENS_FIELDS_H

/*
 * The field manager: which fields the current window shows, in which order, and the sort field.
 * Changes take effect at once.
 */

#include "top/screens/screen.h"

extern const struct screen fields_screen;

/* Opens the screen with the cursor on the sort field; in pools by wait only shows a message. */
void fields_open(struct model *model);

#endif
