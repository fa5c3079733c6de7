/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_JSON_ESCAPE_H
#define DOTPROC_TEXT_JSON_ESCAPE_H

#include <stddef.h>

#include "lib/base/buf.h"

/*
 * Appends `len` bytes as the contents of a JSON string: valid UTF-8 (RFC 3629) without control
 * characters and invisible ones. A NUL, which separates arguments, becomes a space. Bytes that are
 * not UTF-8, which cJSON would pass on, become the text \\xHH.
 */
void json_escape(struct buf *text, const char *from, size_t len);

#endif
