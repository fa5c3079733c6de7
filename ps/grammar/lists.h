/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_LISTS_H
#define DOTPROC_PS_GRAMMAR_LISTS_H

/* Selections by list: processes, users, groups, terminals, names. */

#include "ps/grammar/parser.h"

int set_list(struct parser *parser, unsigned by, const char *argument);
int set_session_or_group(struct parser *parser, unsigned value, const char *argument);
int set_quick(struct parser *parser, unsigned value, const char *argument);

/* A number at the end of a command line: PID, +SESSION or -GROUP. */
int set_number(struct parser *parser, const char *word);

#endif
