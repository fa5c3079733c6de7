/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_INSPECT_H
#define DOTPROC_TOP_SCREENS_INSPECT_H

/*
 * The screen with the content of a file or the output of a command about one task.
 *
 * work/inspector.h reads that: effects start and stop it, and its output arrives as events.
 */

#include "top/screens/screen.h"

extern const struct screen inspect_screen;

/*
 * Opens the screen for the entry of model::inspection, and sets the effects that start to read it.
 */
void inspect_open(struct model *model, struct effects *effects);

/* Takes more output; takes its end: `why` is a message after a failure, otherwise NULL. */
void inspect_take(struct model *model, const char *bytes, size_t len);
void inspect_end(struct model *model, const char *why);

/* Draws the first line: `what`, then the PID and name of the task. */
void inspect_put_title(const struct inspection *inspection, const char *what, struct frame *frame);

#endif
