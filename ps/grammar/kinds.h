/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_KINDS_H
#define DOTPROC_PS_GRAMMAR_KINDS_H

/* The three kinds of options: each parses one word, without its dashes. */

#include "ps/grammar/parser.h"

int parse_unix_word(struct parser *parser, const char *word);
int parse_bsd_word(struct parser *parser, const char *word);
int parse_long_word(struct parser *parser, const char *word);

#endif
