/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_GROUP_BY_H
#define DOTPROC_PS_GRAMMAR_GROUP_BY_H

/* --group-by. */

#include "ps/grammar/parser.h"

int set_group_by(struct parser *parser, unsigned value, const char *argument);

/* Sets the default columns of a summary. */
int group_by_default_sums(struct parser *parser);

/*
 * Turns the format into one for groups: sums, then keys. Columns without a sum are left out, with a
 * warning if the user chose columns one by one.
 */
int group_by_finish(struct parser *parser, bool chosen);

#endif
