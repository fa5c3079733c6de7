/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_GROUP_BY_H
#define DOTPROC_PS_GRAMMAR_GROUP_BY_H

/* --group-by. */

#include "ps/grammar/parser.h"

int set_group_by(struct parser *parser, unsigned unused, const char *argument);

/* The columns of a summary for which none were asked. */
int group_by_default_sums(struct parser *parser);

/*
 * Makes the format one for groups: sums, then keys. What of it cannot be summed is left out, and
 * warned of where the user has chosen it column by column.
 */
int group_by_finish(struct parser *parser, bool chosen);

#endif
