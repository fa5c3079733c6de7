/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_LINES_H
#define DOTPROC_TOP_CONFIG_CONFIG_LINES_H

/*
 * A configuration as text, in one of two forms: ours (own_config.h) and stock top's. Every value is
 * checked. A text with a mistake is not used at all.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/buf.h"
#include "lib/base/units.h"

/* A longer text is not a configuration. */
#define CONFIG_BYTES_MAX (256 * BYTES_PER_KIB)

/* A mistake in a text. */
struct config_error {
    size_t line; /* counted from 1; 0: none */
    struct buf why;
};

/*
 * For readers of all forms: calls `take` with each line without its newline; `take` may change it.
 * Stops at a line for which `take` returns false, that has a NUL or that is too long: returns false
 * with the mistake in `error`. Counts error->line in any case.
 */
bool config_lines_read(const char *text, size_t len, struct config_error *error,
                       bool (*take)(void *reader, char *line), void *reader);

/* Appends "message 'text'". Returns false, for the reader to return. */
bool config_lines_refuse(struct buf *why, const char *message, const char *text);

#endif
