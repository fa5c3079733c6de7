/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_ESCAPE_H
#define DOTPROC_TEXT_ESCAPE_H

/*
 * Text from other people, made fit for a terminal.
 *
 * Names, command lines and cgroups are bytes that any user of the host may choose. Nothing of
 * the kind reaches an output but through here: control characters, invalid sequences and what
 * the locale cannot show come out as '?', one for each character, or byte where there is no valid
 * character; the width counted is that on the screen (wcwidth(3)). In the C locale every byte
 * above 0x7f is replaced.
 * Both functions follow the LC_CTYPE that the program has set.
 */

#include <stddef.h>

#include "lib/text/buf.h"

/* No limit on cells. */
#define ESCAPE_UNLIMITED ((size_t)-1)

/*
 * Appends `len` bytes of `text`, escaped, up to `max_cells` screen cells; a wide character that
 * would straddle the limit is left out. Returns the cells that were written.
 */
size_t escape_put(struct buf *out, const char *text, size_t len, size_t max_cells);

/* The cells that escape_put() would write without a limit. */
size_t escape_width(const char *text, size_t len);

#endif
