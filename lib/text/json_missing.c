/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Replaces json.c and json_read.c in builds without cJSON. As both open functions fail, the others
 * are never called.
 */
#include <errno.h>

#include "lib/text/json.h"

int json_open(struct json **out, struct buf *why)
{
    buf_puts(why, "JSON output needs cJSON, which this program was built without");
    return why->failed ? -ENOMEM : -ELIBACC;
}

void json_close(struct json *json)
{
}

void json_begin(struct json *json)
{
}

void json_put_null(struct json *json, const char *key)
{
}

void json_put_int(struct json *json, const char *key, int64_t number)
{
}

void json_put_uint(struct json *json, const char *key, uint64_t number)
{
}

void json_put_fixed(struct json *json, const char *key, uint64_t number, unsigned places,
                    bool negative)
{
}

void json_put_real(struct json *json, const char *key, double number)
{
}

void json_put_text(struct json *json, const char *key, const char *bytes, size_t len)
{
}

void json_put_strings(struct json *json, const char *key, const char *bytes, size_t len)
{
}

void json_begin_object(struct json *json, const char *key)
{
}

void json_begin_array(struct json *json, const char *key)
{
}

void json_end(struct json *json)
{
}

void json_fail(struct json *json)
{
}

void json_finish(struct json *json, struct buf *out)
{
    out->failed = true;
}

int json_reader_open(struct json_reader **out)
{
    return -ELIBACC;
}

void json_reader_close(struct json_reader *reader)
{
}

int json_read(const struct json_reader *reader, const char *text, size_t len,
              struct json_value **out)
{
    return -EINVAL;
}

void json_forget(const struct json_reader *reader, struct json_value *value)
{
}

const struct json_value *json_member(const struct json_value *object, const char *key)
{
    return NULL;
}

const struct json_value *json_first(const struct json_value *array)
{
    return NULL;
}

const struct json_value *json_next(const struct json_value *element)
{
    return NULL;
}

const char *json_string(const struct json_value *value)
{
    return NULL;
}
