/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_DETAIL_PANE_H
#define DOTPROC_TOP_SCREENS_DETAIL_PANE_H

/*
 * The pane at the bottom of the screen: the keys that open it and go through it, and its view.
 *
 * What it tells is a list of elements, such as the arguments of a command line, that flow over
 * its lines; Tab goes through them. It is made anew after each event, as the screen's width and
 * the reading in hand say.
 */

#include "top/model/model.h"
#include "top/view/frame.h"

/* Opens it for the first task on the screen, by an enum detail_kind; closes it when it shows this
 * very thing. */
void detail_pane_toggle(struct model *model, int kind);
void detail_pane_close(struct model *model);

/*
 * The next element (1) or the one before (-1); in the end none is selected. Where there is not
 * room for all lines of an element one goes through these first.
 */
void detail_pane_select(struct model *model, int direction);

void detail_pane_refresh(struct model *model);

/* The first line to be shown when there is room for so many: some of the selected element are. */
size_t detail_pane_first_line(const struct detail_pane *pane, size_t room);

/* `height` lines at the end of the screen; nothing when that is 0. */
void detail_pane_view(const struct model *model, size_t height, struct frame *frame);

#endif
