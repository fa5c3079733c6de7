/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/detail.h"

#include <stdlib.h>

#include "lib/base/array.h"

bool detail_part_add(struct detail_parts *parts, size_t offset, size_t bytes)
{
    if (ARRAY_RESERVE(&parts->list, &parts->capacity, parts->count + 1) < 0)
        return false;
    parts->list[parts->count++] = (struct detail_part){offset, bytes};
    return true;
}

void detail_pane_fini(struct detail_pane *pane)
{
    buf_fini(&pane->text);
    free(pane->elements.list);
    free(pane->lines.list);
    *pane = (struct detail_pane){.kind = DETAIL_NONE};
}
