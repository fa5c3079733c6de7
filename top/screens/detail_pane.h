/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_DETAIL_PANE_H
#define DOTPROC_TOP_SCREENS_DETAIL_PANE_H

/*
 * The pane at the bottom of the screen: its keys, its text and its view.
 *
 * It shows a list of elements, such as the arguments of a command line, wrapped over its lines; Tab
 * selects one after the other. They depend on the width of the screen and on the current sample.
 */

#include "top/model/model.h"
#include "top/view/frame.h"
#include "top/view/view.h"

/*
 * Opens the pane with this enum detail_kind for the task that keys act on; closes it if the same
 * key opened it.
 */
void detail_pane_toggle(struct model *model, int kind);
void detail_pane_close(struct model *model);

/*
 * Selects the next (1) or the previous (-1) element; after the last one none is selected. First
 * scrolls through an element that is higher than the pane.
 */
void detail_pane_select(struct model *model, int direction);

/* Writes the text and breaks it into lines: to be called after each event. */
void detail_pane_refresh(struct model *model);

/*
 * The index of the first of `room` lines to show, so that part of the selected element is visible.
 */
size_t detail_pane_first_line(const struct detail_pane *pane, size_t room);

/* Draws its lines of the layout, if any, at the end of the screen. */
void detail_pane_view(const struct model *model, const struct layout *layout, struct frame *frame);

#endif
