/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_SCREENS_DETAIL_WRITING_H
#define DOTPROC_TOP_SCREENS_DETAIL_WRITING_H

/* For the files that write the text of the detail pane. */

#include "top/model/model.h"

/* The text being written; `between` separates its elements. */
struct writing {
    struct detail_pane *pane;
    const struct column_context *context;
    const struct wait_report *report; /* of the pane's task; NULL: not read yet */
    const char *between;
    bool failed;
};

/* Adds an element: raw text, escaped here. Left out if the pane's text would be too long. */
void detail_add_element(struct writing *writing, const char *text, size_t len);

#endif
