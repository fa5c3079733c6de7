/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_WORDS_H
#define DOTPROC_PS_WORDS_H

/* Words of a command line: how lists are split, and how words are refused. */

#include "lib/base/arena.h"
#include "lib/base/buf.h"
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
 * Refusals: they append to `error`, which has no warning then, and return -EINVAL.
 *
 * refuse() appends the message, refuse_word() the message and the word, escaped. The others append
 * a second line, as scripts compare the first one with that of procps, with similar words.
 */
int refuse(struct buf *error, const char *message);
int refuse_word(struct buf *error, const char *message, const char *word);

/* nearest->word is unknown, which the second line says; all words stand behind `prefix`. */
int refuse_unknown(struct buf *error, const char *message, const struct nearest *nearest,
                   const char *prefix);

/* No column has this specifier: as refuse_unknown(), and as refuse_word() with similar ones. */
int refuse_column(struct buf *error, const char *message, const char *code);
int refuse_column_word(struct buf *error, const char *message, const char *code);

#endif
