/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_WORDS_H
#define DOTPROC_PS_WORDS_H

/* Words of a command line: how lists are split, and suggestions for unknown words. */

#include <stdbool.h>

#include "lib/base/buf.h"
#include "lib/base/memory.h"
#include "lib/text/nearest.h"

enum list_syntax {
    LIST_OF_VALUES,  /* separated by a comma or a blank */
    LIST_OF_COLUMNS, /* or by a line's end; one separator may follow the last */
};

/*
 * Splits a list into its elements, in the arena, with NULL behind the last. 0; -EINVAL unless there
 * is at least one and none is empty; or -ENOMEM.
 */
int list_syntax_split(const char *text, enum list_syntax syntax, struct arena *arena,
                      char ***elements);

/*
 * Appends the second line of a refusal, as scripts compare the first one with that of procps: the
 * unknown specifier of a column, escaped, unless the first line has it (`named`), and similar ones.
 * Appends nothing without either.
 */
void suggest_column(struct buf *error, const char *code, bool named);

/* The same for nearest->word; the word and similar ones stand behind `prefix`. */
void suggest_put(struct buf *error, const struct nearest *nearest, const char *prefix, bool named);

#endif
