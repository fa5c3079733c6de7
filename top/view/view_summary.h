/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_VIEW_SUMMARY_H
#define DOTPROC_TOP_VIEW_VIEW_SUMMARY_H

/* The summary: the lines above the message. Pure functions. */

#include <stddef.h>

#include "top/model/model.h"
#include "top/view/frame.h"

/* The number of lines of the whole summary. */
size_t summary_lines(const struct model *model);

/* Writes at most `lines` lines of it, the first ones. */
void view_summary(const struct model *model, size_t lines, struct frame *frame);

#endif
