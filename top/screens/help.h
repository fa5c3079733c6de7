/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_HELP_H
#define DOTPROC_TOP_SCREENS_HELP_H

/* The help screen, which shows a table of keys. */

#include "top/screens/screen.h"

extern const struct screen help_screen;

/* Opens it for these keys, which it borrows. Each row with a label has a line. */
void help_open(struct model *model, const struct binding *bindings);

/* Limits scrolling to the last full page. */
void help_limit_scroll(struct model *model);

#endif
