/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VIEW_VIEW_H
#define DOTPROC_TOP_VIEW_VIEW_H

/* From model to frame. All views are pure: the same model gives the same frame. */

#include "top/model/model.h"
#include "top/view/frame.h"
#include "top/view/layout.h"

/* The whole screen. */
void view_screen(const struct model *model, struct frame *frame);

/* Its parts, from top to bottom; each writes whole lines. */
void view_summary(const struct model *model, size_t lines, struct frame *frame);
void view_message(const struct model *model, struct frame *frame);
void view_pane(const struct model *model, const struct pane *pane, struct frame *frame);

/* `height` lines at the end of the screen; nothing when that is 0. */
void view_bottom(const struct model *model, size_t height, struct frame *frame);

/* The help screen, which takes the place of all of them. */
void view_help(const struct model *model, struct frame *frame);

/* The screens of inspect.h. */
void view_inspect_choice(const struct model *model, struct frame *frame);
void view_inspect(const struct model *model, struct frame *frame);

/* How far down the help screen may be scrolled. */
size_t view_help_last(const struct model *model);

#endif
