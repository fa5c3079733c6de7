/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_DETAIL_WRITING_H
#define DOTPROC_TOP_SCREENS_DETAIL_WRITING_H

/* What the files that write the text of the detail pane share. */

#include "top/model/model.h"

/* The text being written: elements with `between` before all except the first. */
struct writing {
    struct detail_pane *pane;
    const struct column_context *context;
    const char *between;
    bool failed;
};

/* Adds an element of raw text, escaped; text beyond a limit for the whole pane is left out. */
void detail_add_element(struct writing *writing, const char *text, size_t len);

#endif
