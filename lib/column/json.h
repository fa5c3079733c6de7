/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_COLUMN_JSON_H
#define DOTPROC_COLUMN_JSON_H

/*
 * Values of columns as JSON.
 *
 * A number is a number: sizes in bytes, times in seconds, points in time in seconds since the
 * Epoch, shares in per cent. Masks and addresses are strings of 16 hexadecimal digits, for most
 * readers of JSON hold numbers as doubles and would lose their low bits. A value that a task does
 * not have is null. A column whose values are names has strings also for owners without a name.
 */

#include "lib/column/column.h"
#include "lib/text/json.h"

/* Adds the value to the object or array that is being filled, under `key`. */
void column_put_json(struct json *json, const char *key, const struct column *column,
                     const struct value *value, const struct column_context *context);

#endif
