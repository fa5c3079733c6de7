/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_VIEW_H
#define DOTPROC_TOP_VIEW_VIEW_H

/* The parts of the task screen below its summary, from top to bottom. Each writes whole lines; pure
 * functions. */

#include "top/model/model.h"
#include "top/view/frame.h"
#include "top/view/layout.h"

/*
 * Writes the message line: a question, a message, or that tasks were not read; otherwise the time
 * of an older sample or a pause, the mark, and why not all tasks and fields are on the screen.
 * view_has_message(): whether it is one of the first three.
 */
void view_message(const struct model *model, struct frame *frame);
bool view_has_message(const struct model *model);

/* Appends that no scans are made, if so, to the line of another screen. */
void view_pause(const struct model *model, struct frame *frame);

/* Writes the header and the visible rows of one window. */
void view_pane(const struct model *model, const struct pane *pane, struct frame *frame);

#endif
