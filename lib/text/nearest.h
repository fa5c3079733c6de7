/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_NEAREST_H
#define DOTPROC_TEXT_NEAREST_H

/*
 * Which of a list of names a mistyped word may stand for.
 *
 * A letter that was left out costs 1; one that is too much, wrong, or swapped with its neighbour
 * costs 2; upper and lower case are the same. A name is near if it costs less than the word has
 * letters, 6 at most. Cost and memory are bounded: a word of more than NEAREST_WORD_MAX bytes is
 * near to nothing.
 *
 *     nearest_begin(&nearest, word, strlen(word));
 *     while ((name = next()))
 *         nearest_offer(&nearest, name);
 */

#include <stddef.h>

#include "lib/base/buf.h"

#define NEAREST_WORD_MAX  32
#define NEAREST_NAMES_MAX 3

struct nearest {
    const char *word; /* borrowed, as are the names */
    size_t len;
    unsigned limit; /* names that cost more are not near */

    /* Those that cost least, in the order in which they were offered; the first few of many. */
    const char *names[NEAREST_NAMES_MAX];
    size_t count;
};

/* Begins with the first `len` bytes of the word. */
void nearest_begin(struct nearest *nearest, const char *word, size_t len);

/* Considers a name, which lives as long as `nearest`. */
void nearest_offer(struct nearest *nearest, const char *name);

/* Appends the names: each in these quotes behind `prefix`, with commas between. */
void nearest_put(struct buf *out, const struct nearest *nearest, const char *prefix, char quote);

#endif
