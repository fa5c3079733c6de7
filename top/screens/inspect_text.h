/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_INSPECT_TEXT_H
#define DOTPROC_TOP_SCREENS_INSPECT_TEXT_H

/* The text of an inspection: raw bytes that arrive in pieces, found and shown as lines. */

#include "top/model/inspect.h"

/*
 * Appends a piece. A text that would exceed its limits ends there: inspection::cut. False when
 * memory is short.
 */
bool inspect_text_add(struct inspection *inspection, const char *bytes, size_t len);

/* The first line from `from` on that contains the text; the number of lines when none does. */
size_t inspect_text_find(const struct inspection *inspection, const char *text, size_t from);

/*
 * Appends line `index`, safe for a terminal: expands tabs, shows control characters as ^X and
 * invalid bytes as <FF>. Stops after `cells` cells.
 */
void inspect_text_put_line(const struct inspection *inspection, size_t index, size_t cells,
                           struct buf *out);

#endif
