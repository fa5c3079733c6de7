/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_CHARACTER_H
#define DOTPROC_TEXT_CHARACTER_H

/* What is to be known of a character besides what the C library says. */

#include <stdbool.h>
#include <stdint.h>

/*
 * Whether text with this Unicode code point looks like another text, or is shown in another order
 * or width than its cells: direction marks, overrides and isolates, zero-width characters and
 * joiners, variation selectors, tags, fillers, line and paragraph separators. Terminals disagree
 * about their widths, and libcs about which of them can be printed, so the answer does not depend
 * on the locale.
 *
 * Source: Default_Ignorable_Code_Point (Unicode 15.1, DerivedCoreProperties.txt), which is what
 * renderers show as nothing; and of UnicodeData.txt the rest of the general categories Zl, Zp and
 * Cf, but for the signs in front of Arabic, Syriac and Kaithi numbers, which can be seen.
 *
 * Joiners and variation selectors are also ordinary text, in Persian or after emoji. They are in
 * the set all the same: on both sides of them two names can look alike, and on many terminals they
 * make the character before them wider or narrower than wcwidth(3) says, which moves the rest of
 * the row.
 */
bool character_is_invisible(uint32_t code_point);

#endif
