/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_JSON_READ_H
#define DOTPROC_TEXT_JSON_READ_H

/*
 * Reads untrusted JSON by cJSON, which is loaded as in json.h. cJSON refuses more than 1000 levels;
 * the memory for a text is at most about 32 times its length.
 */

#include <stddef.h>

struct json_reader;
struct json_value;

/* 0, -ENOMEM, or -ELIBACC if cJSON is missing. Close with json_reader_close(); NULL is allowed. */
int json_reader_open(struct json_reader **out);
void json_reader_close(struct json_reader *reader);

/* 0, -EINVAL if the text is not JSON, or -ENOMEM. Release with json_forget(); NULL is allowed. */
int json_read(const struct json_reader *reader, const char *text, size_t len,
              struct json_value **out);
void json_forget(const struct json_reader *reader, struct json_value *value);

/*
 * These accept NULL, and return NULL if there is no such value. Results are borrowed from the
 * value.
 */
const struct json_value *json_member(const struct json_value *object, const char *key);
const struct json_value *json_first(const struct json_value *array);
const struct json_value *json_next(const struct json_value *element);
const char *json_string(const struct json_value *value);

#endif
