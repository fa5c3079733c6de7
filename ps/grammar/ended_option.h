/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_ENDED_OPTION_H
#define DOTPROC_PS_GRAMMAR_ENDED_OPTION_H

/* --ended: the options that it allows, and its defaults. */

#include "ps/grammar/parser.h"

/* Sets the default columns. */
int ended_option_default_format(struct parser *parser);

/*
 * Refuses options that apply to living tasks only; then selects all, unless names or users are
 * given, and sorts by CPU time, unless an order is.
 */
int ended_option_finish(struct parser *parser);

#endif
