/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_INSPECT_CHOICE_H
#define DOTPROC_TOP_SCREENS_INSPECT_CHOICE_H

/* The choice of an entry of the configuration file to inspect a task with. */

#include "top/screens/screen.h"

extern const struct screen inspect_choice_screen;

/* Opens the screen; only shows a message if there is no such task. */
void inspect_choice_open(struct model *model, pid_t pid);

#endif
