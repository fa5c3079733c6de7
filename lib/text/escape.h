/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_ESCAPE_H
#define DOTPROC_TEXT_ESCAPE_H

/*
 * Makes text from other users safe for a terminal.
 *
 * Any user of the host may choose the bytes of names, command lines and cgroups. They reach an
 * output only through these functions: control characters, invalid sequences, characters that the
 * locale cannot show and those that nobody can see (character.h) come out as '?', one for each
 * character, or for each byte that is no valid character; widths are cells on the screen
 * (wcwidth(3)). In the C locale every byte above 0x7f is replaced. Both functions follow the
 * program's LC_CTYPE.
 *
 * Of the characters without a width that follow each other, such as accents, ESCAPE_MARKS_MAX are
 * kept. So the bytes of a text are bounded by its cells, and escaping a text again, or from any of
 * its cells on, changes nothing.
 */

#include <limits.h>
#include <stddef.h>

#include "lib/base/buf.h"

/* No limit on cells. */
#define ESCAPE_UNLIMITED ((size_t)-1)

/* As many as a cell of ncurses holds besides its character (CCHARW_MAX). */
#define ESCAPE_MARKS_MAX 4

/* The most bytes of escaped text for each of its cells, and for what precedes the first one. */
#define ESCAPE_CELL_BYTES_MAX ((1 + ESCAPE_MARKS_MAX) * MB_LEN_MAX)

/*
 * Appends `len` bytes of `text`, escaped, up to `max_cells` screen cells; leaves out a wide
 * character that would cross the limit. Returns the number of cells written.
 */
size_t escape_put(struct buf *out, const char *text, size_t len, size_t max_cells);

/* Moves *text behind what escape_put() would show in as many cells; returns the number of them. */
size_t escape_skip(const char **text, size_t len, size_t max_cells);

/* The cells that escape_put() would write without a limit. */
size_t escape_width(const char *text, size_t len);

#endif
