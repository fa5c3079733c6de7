/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Replaces json.c in builds without cJSON. As json_open() fails, the other functions are never
 * called.
 */
#include <errno.h>

#include "lib/text/json.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

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

void json_finish(struct json *json, struct buf *out)
{
    out->failed = true;
}
