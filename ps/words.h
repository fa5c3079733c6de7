/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_WORDS_H
#define DOTPROC_PS_WORDS_H

/* Words of a command line: lists, as "1,2,3" and "pid comm"; and what an unknown word may stand
 * for. */

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
 * The second line of a refusal: the word that is not known, escaped, and what it may stand for. The
 * first line stays as in procps, because scripts compare it. Nothing is appended where there is
 * nothing to add.
 */

/* For a specifier of columns; `named`: the first line has it already. */
void suggest_column(struct buf *error, const char *code, bool named);

/* For nearest->word; the word and its names stand behind `prefix`. */
void suggest_put(struct buf *error, const struct nearest *nearest, const char *prefix, bool named);

#endif
