/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_ENDED_H
#define DOTPROC_PS_GRAMMAR_ENDED_H

/* --ended: what a listing of ended tasks can be asked for, and what it shows by itself. */

#include "ps/grammar/parser.h"

/* The columns where none are chosen. */
int ended_default_format(struct parser *parser);

/*
 * Refuses what can only be asked for living tasks; then selects all, unless names or users are
 * given, and sorts by processor time, unless an order is.
 */
int ended_finish(struct parser *parser);

#endif
