/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_CGROUPS_H
#define DOTPROC_TOP_SCREENS_CGROUPS_H

/* The table of control groups. */

#include "top/screens/screen.h"

extern const struct screen cgroups_screen;

void cgroups_open(struct model *model);

/* Keeps the cursor in view, and scrolling within the last page. */
void cgroups_limit_scroll(struct model *model);

#endif
