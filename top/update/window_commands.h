/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_WINDOW_COMMANDS_H
#define DOTPROC_TOP_UPDATE_WINDOW_COMMANDS_H

#include "top/model/model.h"

/* What keys for windows do: which of them are shown, which one is current, and what limits them. */

void window_choose(struct model *model);   /* g */
void window_rename(struct model *model);   /* G */
void window_hide(struct model *model);     /* - */
void window_hide_all(struct model *model); /* _: those are shown that were not, and the reverse */
void window_lift(struct model *model);     /* =: all limits of the window */
void window_lift_all(struct model *model); /* + */

#endif
