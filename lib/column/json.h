/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_COLUMN_JSON_H
#define DOTPROC_COLUMN_JSON_H

/*
 * Values of columns as JSON.
 *
 * Numbers are numbers: sizes in bytes, times in seconds, points in time in seconds since the Epoch,
 * shares in per cent. Masks and addresses are strings of 16 hexadecimal digits, since most JSON
 * readers use doubles and would lose low bits. A missing value is null. Columns of names have
 * strings also for owners without a name.
 */

#include "lib/column/column.h"
#include "lib/text/json.h"

/* In a forest: the number of ancestors above the row. */
#define JSON_DEPTH_KEY "depth"

/* In a row of several tasks: their number. */
#define JSON_COUNT_KEY "count"

/* Adds the value to the current object or array, with `key`. */
void column_put_json(struct json *json, const char *key, const struct column *column,
                     const struct value *value, const struct column_context *context);

/*
 * The key of the array beside the column's text: "argv" or "envp"; NULL if there is none, as when
 * names replace command lines. If the task of its strings is NULL, the array is null.
 */
const char *column_strings_key(const struct column *column, const struct column_context *context);
void column_put_json_strings(struct json *json, const struct column *column,
                             const struct task *task);

#endif
