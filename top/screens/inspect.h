/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_INSPECT_H
#define DOTPROC_TOP_SCREENS_INSPECT_H

/*
 * What a file or a command says about one task.
 *
 * work/inspector.h reads it: effects start and stop that, and what it reads arrives as events.
 */

#include "top/screens/screen.h"

extern const struct screen inspect_screen;

/* Shows the entry of model::inspection, and has it read. */
void inspect_open(struct model *model, struct effects *effects);

/* Takes more output; takes its end, with a message in `why` on failure, else NULL. */
void inspect_take(struct model *model, const char *bytes, size_t len);
void inspect_end(struct model *model, const char *why);

/* Draws the first line: `what` is done, and with which task. */
void inspect_put_title(const struct inspection *inspection, const char *what, struct frame *frame);

#endif
