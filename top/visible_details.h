/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VISIBLE_DETAILS_H
#define DOTPROC_TOP_VISIBLE_DETAILS_H

/*
 * The rows on the screen, and the one of the detail pane: which they are, and what they show that
 * the scan did not bring.
 */

#include "top/work/detail_requests.h"

/* Puts them into a request: sample_request::shown. */
void visible_details_put_shown(const struct model *model, struct sample_request *request);

/* See list_details(). */
void visible_details_list(struct model *model, const struct sample *before,
                          struct detail_requests *list);

#endif
