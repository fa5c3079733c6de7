/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_DETAIL_TEXT_H
#define DOTPROC_TOP_SCREENS_DETAIL_TEXT_H

/* The text of the detail pane for each kind. Files for it are read only for the pane's task. */

#include "top/model/model.h"

/* The groups of figures that this kind needs. */
need_t detail_text_need(enum detail_kind kind);

/* The title of this kind, translated. */
const char *detail_text_title(enum detail_kind kind);

/* Writes the pane's text and its elements; false: out of memory. */
bool detail_text_write(const struct model *model, struct detail_pane *pane);

#endif
