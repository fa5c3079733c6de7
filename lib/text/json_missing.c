/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Replaces json.c in builds without cJSON. As both open functions fail, the others are never
 * called.
 */
#include "lib/text/json.h"

#include <errno.h>

int json_open(struct json **out, struct buf *why)
{
    buf_puts(why, "JSON output needs cJSON, which this program was built without");
    return why->failed ? -ENOMEM : -ELIBACC;
}

int json_reader_open(struct json_reader **out)
{
    return -ELIBACC;
}

#define STUB(type, result, function, ...) \
    type function(__VA_ARGS__)            \
    {                                     \
        return result;                    \
    }

STUB(void, , json_close, struct json *json)
STUB(void, , json_begin, struct json *json)
STUB(void, , json_put_null, struct json *json, const char *key)
STUB(void, , json_put_int, struct json *json, const char *key, int64_t number)
STUB(void, , json_put_uint, struct json *json, const char *key, uint64_t number)
STUB(void, , json_put_fixed, struct json *json, const char *key, uint64_t number, unsigned places,
     bool negative)
STUB(void, , json_put_real, struct json *json, const char *key, double number)
STUB(void, , json_put_text, struct json *json, const char *key, const char *bytes, size_t len)
STUB(void, , json_put_strings, struct json *json, const char *key, const char *bytes, size_t len)
STUB(void, , json_begin_object, struct json *json, const char *key)
STUB(void, , json_begin_array, struct json *json, const char *key)
STUB(void, , json_end, struct json *json)
STUB(void, , json_fail, struct json *json)
STUB(void, , json_finish, struct json *json, struct buf *out)
STUB(void, , json_reader_close, struct json_reader *reader)
STUB(int, -EINVAL, json_read, const struct json_reader *reader, const char *text, size_t len,
     struct json_value **out)
STUB(void, , json_forget, const struct json_reader *reader, struct json_value *value)
STUB(const struct json_value *, NULL, json_member, const struct json_value *object, const char *key)
STUB(const struct json_value *, NULL, json_first, const struct json_value *array)
STUB(const struct json_value *, NULL, json_next, const struct json_value *element)
STUB(const char *, NULL, json_string, const struct json_value *value)
