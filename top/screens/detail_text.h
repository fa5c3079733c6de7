/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_DETAIL_TEXT_H
#define DOTPROC_TOP_SCREENS_DETAIL_TEXT_H

/* What the detail pane shows, by its kind. The files that this takes are read for its task alone.
 */

#include "top/model/model.h"

/* The groups of figures that it needs of its task. */
need_t detail_text_need(enum detail_kind kind);

/* What it is called, translated. */
const char *detail_text_title(enum detail_kind kind);

/* Writes the text and its elements; false when memory is short. */
bool detail_text_write(const struct model *model, struct detail_pane *pane);

/* Appends a part to a list; false when memory is short. */
bool detail_part_add(struct detail_parts *parts, size_t offset, size_t bytes);

#endif
