/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_DETAIL_PANE_H
#define DOTPROC_TOP_SCREENS_DETAIL_PANE_H

/*
 * The pane at the bottom of the screen: its keys and its view.
 *
 * It shows a list of elements, such as the arguments of a command line, that wrap over its lines;
 * Tab goes through them. They depend on the width of the screen and on the current sample.
 */

#include "top/model/model.h"
#include "top/view/frame.h"

/*
 * Opens it with this enum detail_kind for the first task on the screen, or closes it when it shows
 * this kind already.
 */
void detail_pane_toggle(struct model *model, int kind);
void detail_pane_close(struct model *model);

/*
 * Selects the next (1) or the previous (-1) element; past the last one none is selected. Scrolls
 * through an element that is higher than the pane first.
 */
void detail_pane_select(struct model *model, int direction);

/* Writes its text and breaks it into lines: after each event. */
void detail_pane_refresh(struct model *model);

/* The first of `room` lines to show, such that part of the selected element is visible. */
size_t detail_pane_first_line(const struct detail_pane *pane, size_t room);

/* Draws `height` lines at the end of the screen; may be 0. */
void detail_pane_view(const struct model *model, size_t height, struct frame *frame);

#endif
