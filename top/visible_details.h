/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VISIBLE_DETAILS_H
#define DOTPROC_TOP_VISIBLE_DETAILS_H

/* What the rows on the screen and the detail pane show and the scan did not read. */

#include "top/work/detail_requests.h"

/* See list_details(). */
void visible_details_list(struct model *model, const struct sample *before,
                          struct detail_requests *list);

#endif
