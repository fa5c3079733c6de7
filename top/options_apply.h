/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_OPTIONS_APPLY_H
#define DOTPROC_TOP_OPTIONS_APPLY_H

/* What the options ask for: settings of the model, or information in place of tasks. */

#include "top/model/model.h"
#include "top/options.h"

/*
 * Applies the command line to a model that has the configuration's settings already, and sets the
 * size of the screen: from the options, $COLUMNS and $LINES, and in batch mode from the terminal if
 * standard output is one.
 */
void options_apply(const struct options *options, struct model *model);

/*
 * Prints what is requested instead of tasks: --help, --version, -O, --procps-rc. False, after a
 * complaint, if that fails.
 */
bool information_print(const struct options *options, const char *program);

#endif
