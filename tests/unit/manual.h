/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_MANUAL_H
#define DOTPROC_TESTS_UNIT_MANUAL_H

/* Looks into manual pages for what must be in them. */

#include <stdbool.h>

#include "lib/base/buf.h"

/* Adds a file to the text; the case fails where it cannot be read. */
void manual_read(const char *path, struct buf *text);

/* Whether a line of the text between `first` and `last` that begins with `macro` has this word. */
bool manual_has_word(const char *first, const char *last, const char *macro, const char *word);

#endif
