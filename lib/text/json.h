/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_JSON_H
#define DOTPROC_TEXT_JSON_H

/*
 * JSON (RFC 8259), written and read by cJSON, which is not linked but loaded when JSON is needed:
 * programs that print text do not pay for it at startup.
 *
 * Numbers and strings (escape_put_json()) are handed to cJSON as raw text. Its numbers are doubles,
 * which lose the low bits of 64, and its strings keep bytes that are no UTF-8 and control
 * characters that a terminal obeys.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/buf.h"

/* --- writing --- */

/*
 * One object at a time is built and appended to a buffer as one line of text, so a listing of any
 * length takes the memory of its longest row. The output is UTF-8 in any locale.
 */
struct json;

/* 0, -ENOMEM, or -ELIBACC with one line in `why` if cJSON is missing. Close with json_close(). */
int json_open(struct json **out, struct buf *why);
void json_close(struct json *json);

/*
 * An object is filled between json_begin() and json_finish(). Keys are borrowed until it is
 * finished; in an array they are NULL.
 */
void json_begin(struct json *json);
void json_put_null(struct json *json, const char *key);
void json_put_int(struct json *json, const char *key, int64_t number);
void json_put_uint(struct json *json, const char *key, uint64_t number);

/* The number divided by 10 to the power of `places`, exactly; at most 19 places. */
void json_put_fixed(struct json *json, const char *key, uint64_t number, unsigned places,
                    bool negative);

/* Rounded to six decimal places; null for NaN or beyond 10^12. */
void json_put_real(struct json *json, const char *key, double number);

/* Any bytes: see escape_put_json(). Trailing NULs are dropped. */
void json_put_text(struct json *json, const char *key, const char *bytes, size_t len);

/* NUL-terminated strings, as an array; the last one may lack its NUL. */
void json_put_strings(struct json *json, const char *key, const char *bytes, size_t len);

/* A nested value; json_end() returns to its parent. At most 4 levels deep. */
void json_begin_object(struct json *json, const char *key);
void json_begin_array(struct json *json, const char *key);
void json_end(struct json *json);

/* Memory was short while a value was made: as if it had been short here. */
void json_fail(struct json *json);

/*
 * Appends the object to `out`, without a newline, and frees it. If memory was short since
 * json_begin(), `out` enters its failed state.
 */
void json_finish(struct json *json, struct buf *out);

/* --- reading --- */

/*
 * Reads untrusted JSON. cJSON refuses more than 1000 levels; the memory for a text is at most about
 * 32 times its length.
 */
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
