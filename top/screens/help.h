/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_HELP_H
#define DOTPROC_TOP_SCREENS_HELP_H

/* The help screen: what keys are for, then a table of all keys. */

#include "top/screens/screen.h"

extern const struct screen help_screen;

/*
 * Opens it for these keys, which it borrows; each row with a label has a line. By topics, or at the
 * table of all keys.
 */
void help_open(struct model *model, const struct binding *bindings, bool all);

/* Limits scrolling to the last full page. */
void help_limit_scroll(struct model *model);

#endif
