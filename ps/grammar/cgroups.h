/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_GRAMMAR_CGROUPS_H
#define DOTPROC_PS_GRAMMAR_CGROUPS_H

/* --cgroups: columns and sort keys of control groups, in place of those of tasks. */

#include "ps/grammar/parser.h"

/* Whether the option is among the words, at any place. */
bool cgroups_are_wanted(char *const *words, int count);

int cgroups_add_columns(struct parser *parser, const char *list);

/* One key, with an optional + or - in front. */
int cgroups_set_sort(struct parser *parser, const char *key);

/* Refuses options that apply to tasks only, and sets default columns and order. */
int cgroups_finish(struct parser *parser);

#endif
