/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_VIEW_MAP_H
#define DOTPROC_TOP_VIEW_VIEW_MAP_H

/*
 * The screen of the map: the summary, the message line, the letters, a heading, and a row for each
 * pool: its process, its name, its threads as cells, their number, %CPU, and on screens of at least
 * 100 columns its CPU use in the last minute. Pure functions.
 */

#include "top/model/model.h"
#include "top/view/frame.h"

/* Draws the whole screen; no rows before the first sample with waits. */
void view_map(const struct model *model, struct frame *frame);

/* The number of rows of pools that fit, at least one. */
size_t view_map_page(const struct model *model);

#endif
