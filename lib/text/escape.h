/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_ESCAPE_H
#define DOTPROC_TEXT_ESCAPE_H

/*
 * Text from other users, made safe for a terminal and for JSON.
 *
 * Any user of the host may choose the bytes of names, command lines and cgroups. They reach an
 * output only through these functions.
 */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"

/* --- for a terminal --- */

/*
 * Control characters, invalid sequences, characters that the locale (LC_CTYPE) cannot show and
 * invisible ones (character_is_invisible()) become '?', one per character, or per byte that is no
 * valid character; widths are cells on the screen (wcwidth(3)). In the C locale every byte above
 * 0x7f is replaced.
 *
 * Of consecutive characters without a width, such as accents, ESCAPE_MARKS_MAX are kept. So the
 * number of cells bounds the number of bytes, and escaping an escaped text, or the rest of it from
 * any cell on, changes nothing.
 */

/* No limit on cells. */
#define ESCAPE_UNLIMITED ((size_t)-1)

/* What a cell of ncurses holds besides its character (CCHARW_MAX). */
#define ESCAPE_MARKS_MAX 4

/* The most bytes of escaped text per cell, and before the first cell. */
#define ESCAPE_CELL_BYTES_MAX ((1 + ESCAPE_MARKS_MAX) * MB_LEN_MAX)

/*
 * Appends `len` bytes of `text`, escaped, up to `max_cells` screen cells; leaves out a wide
 * character that would cross the limit. Returns the number of cells written.
 */
size_t escape_put(struct buf *out, const char *text, size_t len, size_t max_cells);

/* Advances *text past what escape_put() would show in as many cells; returns their number. */
size_t escape_skip(const char **text, size_t len, size_t max_cells);

/* The cells that escape_put() would write without a limit. */
size_t escape_width(const char *text, size_t len);

/* Room for a name of 64 bytes in quotes. */
#define QUOTED_SIZE 132

/*
 * Quotes a name that could be mistaken for text of the program next to it. A word of ASCII letters,
 * digits and "-_./:*#@+[]" that does not begin with '[' is returned as it is; any other name is
 * written to `quoted` in double quotes, with its own quotes and backslashes escaped by backslashes,
 * cut to the size. The result is raw and has to be escaped like the name.
 */
const char *escape_quote(const char *name, char quoted[QUOTED_SIZE]);

/* --- as JSON, in any locale --- */

/*
 * Appends a JSON string with its quotes, of any bytes. Those that are not UTF-8, and the control
 * characters that JSON would pass to a terminal (DEL and U+0080 to U+009F), become four characters
 * each: \xHH, in lower case. So does a backslash that begins these four characters in the text
 * itself. Replacing each \xHH of the string from left to right by its byte gives the original
 * bytes, except NULs: they separate the arguments of a command line and become blanks. Invisible
 * characters are kept, written as \uHHHH.
 */
void escape_put_json(struct buf *out, const char *text, size_t len);

/* --- invisible characters --- */

/*
 * Whether a Unicode code point can make text look like another text, or change its order or width
 * on the screen: direction marks, overrides and isolates, zero-width characters and joiners,
 * variation selectors, tags, fillers, line and paragraph separators. Terminals differ in their
 * widths and C libraries in which are printable, so the result does not depend on the locale.
 *
 * Source: Default_Ignorable_Code_Point (Unicode 15.1, DerivedCoreProperties.txt), which renderers
 * do not show; and from UnicodeData.txt the rest of the general categories Zl, Zp and Cf, except
 * the visible signs in front of Arabic, Syriac and Kaithi numbers.
 *
 * Joiners and variation selectors are also ordinary text, in Persian or after emoji. They are in
 * the set nevertheless: two names that differ only in them look alike, and on many terminals they
 * change the width of the character before them, which shifts the rest of the row.
 */
bool character_is_invisible(uint32_t code_point);

#endif
