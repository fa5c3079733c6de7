/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_JSON_ESCAPE_H
#define DOTPROC_TEXT_JSON_ESCAPE_H

#include <stddef.h>

#include "lib/base/buf.h"

/*
 * Appends what stands between the quotes of a JSON string for any `len` bytes: valid UTF-8
 * (RFC 3629) without anything that a terminal obeys or that nobody can see. A NUL, which stands
 * between arguments, becomes a space, and what is not UTF-8 the text \\xHH; cJSON would pass it on.
 */
void json_escape(struct buf *text, const char *from, size_t len);

#endif
