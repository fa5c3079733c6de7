/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_FORMAT_KEYS_H
#define DOTPROC_PS_FORMAT_KEYS_H

/*
 * What columns are called in JSON. A specifier that the user names is its column's key. A built-in
 * format has whichever specifier gives the wanted heading; there a fact has one key, whatever the
 * format.
 */

#include "ps/format/format.h"

/* The key of a column. */
const char *format_key(const struct format_item *item);

/* That of a column of a built-in format. */
const char *format_built_in_key(const struct column *column);

#endif
