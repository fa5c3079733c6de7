/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_DETAIL_PANE_H
#define DOTPROC_TOP_SCREENS_DETAIL_PANE_H

/*
 * The pane at the bottom of the screen: the keys that open it and go through it, and its view.
 *
 * It shows a list of elements, such as the arguments of a command line, that flow over its lines;
 * Tab goes through them. The list is made again after each event, as it depends on the width of the
 * screen and on the current sample.
 */

#include "top/model/model.h"
#include "top/view/frame.h"

/* Opens it with this enum detail_kind for the first task on the screen; closes it when it shows
 * that already. */
void detail_pane_toggle(struct model *model, int kind);
void detail_pane_close(struct model *model);

/*
 * Selects the next element (1) or the one before (-1); past the last one none is selected. An
 * element that is higher than the pane is scrolled through first.
 */
void detail_pane_select(struct model *model, int direction);

void detail_pane_refresh(struct model *model);

/* The first line to show where there is room for `room` lines: part of the selected element is
 * visible. */
size_t detail_pane_first_line(const struct detail_pane *pane, size_t room);

/* `height` lines at the end of the screen; nothing when that is 0. */
void detail_pane_view(const struct model *model, size_t height, struct frame *frame);

#endif
