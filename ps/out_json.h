/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_OUT_JSON_H
#define DOTPROC_PS_OUT_JSON_H

/*
 * Rows as JSON: an object for each, with the columns' specifiers as keys. Headings, widths, text
 * between columns and branches are not used.
 */

#include "lib/text/json.h"
#include "ps/listing.h"

/*
 * Writes an array, or with OUTPUT_JSON_LINES an object on each line. 0, -ENOMEM, or -errno when
 * `out` cannot be written.
 */
int out_json_write(const struct listing *listing, struct json *json, FILE *out);

#endif
