/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_VIEW_STATUS_H
#define DOTPROC_TOP_VIEW_VIEW_STATUS_H

/* The message line if there is no message: why not all tasks and fields are on the screen. */

#include "top/model/model.h"
#include "top/view/frame.h"

/*
 * Appends "12 of 340: COMMAND=db, \"writer\", user root, from row 31"; nothing when all is shown,
 * in batch mode, and when the setting is off.
 */
void view_status(const struct model *model, struct frame *frame);

#endif
