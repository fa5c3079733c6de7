/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_FINISH_H
#define DOTPROC_PS_GRAMMAR_FINISH_H

/* What remains after all words are read. */

#include "ps/grammar/parser.h"

/* Checks for conflicts and sets the defaults. */
int finish_options(struct parser *parser);

#endif
