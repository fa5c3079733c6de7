/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_ESCAPE_H
#define DOTPROC_TEXT_ESCAPE_H

/*
 * Makes text from other users safe for a terminal.
 *
 * Any user of the host may choose the bytes of names, command lines and cgroups. They reach an
 * output only through these functions: control characters, invalid sequences and characters that
 * the locale cannot show come out as '?', one for each character, or for each byte that is no valid
 * character; widths are cells on the screen (wcwidth(3)). In the C locale every byte above 0x7f is
 * replaced. Both functions follow the program's LC_CTYPE.
 */

#include <stddef.h>

#include "lib/text/buf.h"

/* No limit on cells. */
#define ESCAPE_UNLIMITED ((size_t)-1)

/*
 * Appends `len` bytes of `text`, escaped, up to `max_cells` screen cells; leaves out a wide
 * character that would cross the limit. Returns the number of cells written.
 */
size_t escape_put(struct buf *out, const char *text, size_t len, size_t max_cells);

/* The cells that escape_put() would write without a limit. */
size_t escape_width(const char *text, size_t len);

#endif
