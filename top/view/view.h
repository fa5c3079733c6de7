/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_VIEW_H
#define DOTPROC_TOP_VIEW_VIEW_H

/* The parts of the task screen below its summary, from top to bottom. Each writes whole lines; pure
 * functions. */

#include "top/model/model.h"
#include "top/view/frame.h"
#include "top/view/layout.h"

void view_message(const struct model *model, struct frame *frame);
void view_pane(const struct model *model, const struct pane *pane, struct frame *frame);

#endif
