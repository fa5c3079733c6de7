/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_LINES_H
#define DOTPROC_TOP_CONFIG_CONFIG_LINES_H

/* The text of a configuration line by line, and what is wrong with it. */

#include "top/config/config.h"

/*
 * Calls `take` with each line, without its newline, which it may change. Ends with the first one
 * for which `take` returns false, or which has a NUL or is too long; then returns false, and what
 * is wrong is in `error`. Counts error->line in any case.
 */
bool config_lines_read(const char *text, size_t len, struct config_error *error,
                       bool (*take)(void *reader, char *line), void *reader);

/* Appends "message 'text'". Returns false, for the reader to return. */
bool config_lines_refuse(struct buf *why, const char *message, const char *text);

#endif
