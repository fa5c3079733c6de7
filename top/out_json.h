/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_OUT_JSON_H
#define DOTPROC_TOP_OUT_JSON_H

/*
 * A frame as JSON, for collectors, one object with the summary's figures and an object for each
 * task of the current window, in its order.
 *
 * A task's members have the names of the fields of a text frame. Values are those of
 * lib/column/column.h, independent of the screen's units and widths.
 */

#include "lib/base/buf.h"
#include "lib/text/json.h"
#include "top/model/model.h"

/* Appends the frame of the current sample as one line. */
void out_json_put_frame(const struct model *model, struct json *json, struct buf *out);

#endif
