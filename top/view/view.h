/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_VIEW_H
#define DOTPROC_TOP_VIEW_VIEW_H

/* The parts of the task screen, from top to bottom. Each writes whole lines; pure functions. */

#include "top/model/model.h"
#include "top/view/frame.h"
#include "top/view/layout.h"

void view_summary(const struct model *model, size_t lines, struct frame *frame);
void view_pressure(const struct model *model, struct frame *frame); /* of the summary */
void view_ended(const struct model *model, struct frame *frame);    /* of the summary */
void view_message(const struct model *model, struct frame *frame);
void view_pane(const struct model *model, const struct pane *pane, struct frame *frame);

#endif
