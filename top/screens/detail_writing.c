/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/detail_writing.h"

#include "lib/base/units.h"
#include "lib/text/escape.h"

/*
 * The longest text of the pane, and as much as is read of any file. Elements that do not fit are
 * left out.
 */
#define TEXT_LIMIT (128 * BYTES_PER_KIB)

void detail_add_element(struct writing *writing, const char *text, size_t len)
{
    struct detail_pane *pane = writing->pane;
    size_t offset;

    if (pane->text.len + len > TEXT_LIMIT)
        return;
    if (pane->elements.count)
        buf_puts(&pane->text, writing->between);
    offset = pane->text.len;
    escape_put(&pane->text, text, len, ESCAPE_UNLIMITED);
    writing->failed |= !detail_part_add(&pane->elements, offset, pane->text.len - offset);
}
