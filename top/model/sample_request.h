/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_SAMPLE_REQUEST_H
#define DOTPROC_TOP_MODEL_SAMPLE_REQUEST_H

/* What the next scan has to read so that the model can select, sort and show its tasks. */

#include "top/model/model.h"

/*
 * The request for the next scan. `shown`, `last` and the members for an early sample are set by the
 * caller.
 */
struct sample_request sample_request_of(const struct model *model);

/* Whether the newest sample has all of it; false before the first sample. */
bool sample_request_is_met(const struct model *model);

#endif
