/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/detail_pane.h"

#include <stdlib.h>

void detail_pane_fini(struct detail_pane *pane)
{
    buf_fini(&pane->text);
    free(pane->elements.list);
    free(pane->lines.list);
    *pane = (struct detail_pane){.kind = DETAIL_NONE};
}
