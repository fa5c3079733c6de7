/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_OUT_JSON_H
#define DOTPROC_TOP_OUT_JSON_H

/*
 * A frame as JSON, for programs that collect what top sees: one object with the summary's figures
 * and an object for each task of the current window, in its order.
 *
 * A task's members are the fields that a frame of text would have, under their names. Values are
 * those of lib/column/json.h, whatever the units and the widths of the screen.
 */

#include "lib/text/json.h"
#include "top/model/model.h"

/* Appends the frame of the sample in hand as one line. */
void json_put_frame(const struct model *model, struct json *json, struct buf *out);

#endif
