/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VISIBLE_H
#define DOTPROC_TOP_VISIBLE_H

/* What the rows on the screen, and the detail pane, show and the scan did not bring. */

#include "top/work/lack_list.h"

/* A put_lacks(), see there. */
void visible_put_lacks(struct model *model, const struct sample *before, struct lack_list *list);

#endif
