/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_KINDS_H
#define DOTPROC_PS_GRAMMAR_KINDS_H

/*
 * What grammar.c calls: the three kinds of options, each of which parses one word, without its
 * dashes; and what follows them.
 */

#include "ps/grammar/parser.h"

int parse_unix_word(struct parser *parser, const char *word);
int parse_bsd_word(struct parser *parser, const char *word);
int parse_long_word(struct parser *parser, const char *word);

/* What remains after all words are read: checks for conflicts and sets the defaults. */
int finish_options(struct parser *parser);

#endif
