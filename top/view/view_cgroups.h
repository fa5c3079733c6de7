/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_VIEW_CGROUPS_H
#define DOTPROC_TOP_VIEW_VIEW_CGROUPS_H

/* Draws the table of control groups. */

#include "top/model/model.h"
#include "top/view/frame.h"

void view_cgroups(const struct model *model, struct frame *frame);

/* The number of rows that fit on the screen. */
size_t view_cgroups_page(const struct model *model);

#endif
