/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_UPDATE_WINDOW_COMMANDS_H
#define DOTPROC_TOP_UPDATE_WINDOW_COMMANDS_H

#include "top/model/model.h"

/* The keys for windows: which are shown, which one is current, and their limits. */

void window_choose(struct model *model);   /* g */
void window_rename(struct model *model);   /* G */
void window_hide(struct model *model);     /* - */
void window_hide_all(struct model *model); /* _: hides the shown ones and shows the hidden ones */
void window_lift(struct model *model);     /* =: lifts all limits of the window */
void window_lift_all(struct model *model); /* + */

#endif
