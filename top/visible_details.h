/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_VISIBLE_DETAILS_H
#define DOTPROC_TOP_VISIBLE_DETAILS_H

/*
 * The rows on the screen and that of the detail pane, which tasks they are, and which of their
 * figures the scan did not read.
 */

#include "top/model/model.h"
#include "top/work/detail_loader.h"

/* Stores these tasks in sample_request::shown. */
void visible_details_put_shown(const struct model *model, struct sample_request *request);

/* A list_details() function, see work/detail_loader.h. */
void visible_details_list(struct model *model, const struct sample *before,
                          struct detail_requests *list);

#endif
