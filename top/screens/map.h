/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_MAP_H
#define DOTPROC_TOP_SCREENS_MAP_H

/* The map of all threads, in place of the table: see view/view_map.h. */

#include "top/screens/screen.h"

extern const struct screen map_screen;

/* Opens the map at its first row. It has rows once a sample has waits. */
void map_open(struct model *model);

/* Limits scrolling to the last full page. */
void map_limit_scroll(struct model *model);

#endif
