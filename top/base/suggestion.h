/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_BASE_SUGGESTION_H
#define DOTPROC_TOP_BASE_SUGGESTION_H

#include "lib/text/nearest.h"

/*
 * Appends the names that a mistyped word may stand for, translated, each behind `prefix`: "; did
 * you mean 'PID'?" Appends nothing if there are none.
 */
void suggestion_put(struct buf *out, const struct nearest *nearest, const char *prefix);

#endif
