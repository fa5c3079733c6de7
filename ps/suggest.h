/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_SUGGEST_H
#define DOTPROC_PS_SUGGEST_H

/*
 * The second line of a refusal: the word that is not known, escaped, and what it may stand for. The
 * first line stays as in procps, because scripts compare it. Nothing is appended where there is
 * nothing to add.
 */

#include <stdbool.h>

#include "lib/base/buf.h"
#include "lib/text/nearest.h"

/* For a specifier of columns; `named`: the first line has it already. */
void suggest_column(struct buf *error, const char *code, bool named);

/* For nearest->word; the word and its names stand behind `prefix`. */
void suggest_put(struct buf *error, const struct nearest *nearest, const char *prefix, bool named);

#endif
