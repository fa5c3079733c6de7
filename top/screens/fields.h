/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_FIELDS_H
#define DOTPROC_TOP_SCREENS_FIELDS_H

/*
 * The field manager: which fields the current window shows, in which order, and by which it is
 * sorted. What is chosen holds at once.
 */

#include "top/screens/screen.h"

extern const struct screen fields_screen;

void fields_open(struct model *model);

#endif
