/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_OPTIONS_APPLY_H
#define DOTPROC_TOP_OPTIONS_APPLY_H

#include "top/model/model.h"
#include "top/options.h"

/*
 * Applies the command line to a model that has the configuration's settings already, and sets the
 * size of the screen: from the options, $COLUMNS and $LINES, and in batch mode from the terminal if
 * standard output is one.
 */
void options_apply(const struct options *options, struct model *model);

#endif
