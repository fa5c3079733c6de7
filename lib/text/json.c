/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The upper bound of an object's length is counted while it is filled, so it is printed once,
 * directly into the buffer.
 */
#include "lib/text/json.h"

#include <cJSON.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/base/library.h"
#include "lib/base/resources.h"
#include "lib/text/escape.h"

#define LIBRARY "libcjson.so.1"

#define LEVELS 5

/* The most bytes for one byte of a key: \u00HH. */
#define BYTES_PER_BYTE 6

/* Punctuation around a member, and the reserve that cJSON needs. */
#define BYTES_PER_MEMBER 16

/* A sign, a point, and the digits of UINT64_MAX after a zero. */
#define NUMBER_SIZE 24

/* More decimal places of a percentage are noise. */
#define REAL_PLACES 6
#define REAL_PARTS  1e6
#define REAL_MOST   1e12

/* The functions of cJSON that are called. */
struct calls {
    __typeof__(cJSON_CreateObject) *create_object;
    __typeof__(cJSON_CreateArray) *create_array;
    __typeof__(cJSON_CreateNull) *create_null;
    __typeof__(cJSON_CreateRaw) *create_raw;
    __typeof__(cJSON_AddItemToObjectCS) *add_to_object;
    __typeof__(cJSON_AddItemToArray) *add_to_array;
    __typeof__(cJSON_PrintPreallocated) *print;
    __typeof__(cJSON_Delete) *delete;
};

struct json {
    void *library;
    struct calls call;
    cJSON *open[LEVELS]; /* the outermost object and the open nested values */
    size_t level;        /* index of the innermost */
    size_t bound;        /* upper bound of the text's length */
    struct buf text;     /* of the current member */
    bool failed;
};

/* --- writing --- */

static int open_library(struct json *json, struct buf *why)
{
    struct calls *call = &json->call;
    const struct library_symbol symbols[] = {
        {"cJSON_CreateObject", &call->create_object},
        {"cJSON_CreateArray", &call->create_array},
        {"cJSON_CreateNull", &call->create_null},
        {"cJSON_CreateRaw", &call->create_raw},
        {"cJSON_AddItemToObjectCS", &call->add_to_object},
        {"cJSON_AddItemToArray", &call->add_to_array},
        {"cJSON_PrintPreallocated", &call->print},
        {"cJSON_Delete", &call->delete},
    };
    const size_t why_len = why->len;

    buf_puts(why, "JSON output needs cJSON, which cannot be used: ");
    json->library = library_open(LIBRARY, symbols, ARRAY_COUNT(symbols), why);
    if (!json->library)
        return why->failed ? -ENOMEM : -ELIBACC;
    buf_truncate(why, why_len);
    return 0;
}

int json_open(struct json **out, struct buf *why)
{
    struct json *json = calloc(1, sizeof(*json));
    int result;

    if (!json)
        return -ENOMEM;
    result = open_library(json, why);
    if (result < 0)
        json_close(json);
    else
        *out = json;
    return result;
}

void json_close(struct json *json)
{
    if (!json)
        return;
    if (json->open[0])
        json->call.delete(json->open[0]);
    library_close(json->library);
    buf_fini(&json->text);
    free(json);
}

void json_begin(struct json *json)
{
    json->level = 0;
    json->bound = BYTES_PER_MEMBER;
    json->failed = false;
    json->open[0] = json->call.create_object();
    if (!json->open[0])
        json->failed = true;
}

void json_fail(struct json *json)
{
    json->failed = true;
}

/* Adds a value to its parent and counts its text; on failure frees the value and returns false. */
static bool add(struct json *json, const char *key, cJSON *value, size_t bytes)
{
    cJSON *parent = json->open[json->level];
    bool added = false;

    if (value && parent && !json->failed)
        added = key ? json->call.add_to_object(parent, key, value)
                    : json->call.add_to_array(parent, value);
    if (!added) {
        json->call.delete(value);
        json->failed = true;
        return false;
    }
    json->bound += bytes + BYTES_PER_MEMBER + (key ? BYTES_PER_BYTE * strlen(key) : 0);
    return true;
}

void json_put_null(struct json *json, const char *key)
{
    add(json, key, json->call.create_null(), strlen("null"));
}

void json_put_int(struct json *json, const char *key, int64_t number)
{
    json_put_fixed(json, key, number < 0 ? -(uint64_t)number : (uint64_t)number, 0, number < 0);
}

void json_put_uint(struct json *json, const char *key, uint64_t number)
{
    json_put_fixed(json, key, number, 0, false);
}

/* From the last digit to the first; drops trailing zeros behind the decimal point. */
void json_put_fixed(struct json *json, const char *key, uint64_t number, unsigned places,
                    bool negative)
{
    char digits[NUMBER_SIZE];
    char *at = digits + sizeof(digits) - 1;
    bool shown = false;

    *at = '\0';
    negative = negative && number != 0;
    for (; places > 0; places--, number /= 10) {
        shown = shown || number % 10 != 0;
        if (shown)
            *--at = (char)('0' + number % 10);
    }
    if (shown)
        *--at = '.';
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    if (negative)
        *--at = '-';
    add(json, key, json->call.create_raw(at), strlen(at));
}

void json_put_real(struct json *json, const char *key, double number)
{
    double size = number < 0 ? -number : number;

    if (size <= REAL_MOST) /* false for NaN */
        json_put_fixed(json, key, (uint64_t)(size * REAL_PARTS + 0.5), REAL_PLACES, number < 0);
    else
        json_put_null(json, key);
}

/* Adds json->text. */
static void add_text(struct json *json, const char *key)
{
    if (json->text.failed)
        json->failed = true;
    add(json, key, json->call.create_raw(buf_text(&json->text)), json->text.len);
}

void json_put_text(struct json *json, const char *key, const char *bytes, size_t len)
{
    while (len > 0 && bytes[len - 1] == '\0')
        len--;
    buf_clear(&json->text);
    escape_put_json(&json->text, bytes, len);
    add_text(json, key);
}

/* Begins to fill a nested value. Beyond the last level, an error of the caller, it stays empty. */
static void descend(struct json *json, const char *key, cJSON *value)
{
    if (!add(json, key, value, 0))
        value = NULL;
    if (json->level + 1 == LEVELS)
        json->failed = true;
    else
        json->open[++json->level] = value;
}

void json_begin_object(struct json *json, const char *key)
{
    descend(json, key, json->call.create_object());
}

void json_begin_array(struct json *json, const char *key)
{
    descend(json, key, json->call.create_array());
}

void json_end(struct json *json)
{
    if (json->level > 0)
        json->level--;
}

void json_put_strings(struct json *json, const char *key, const char *bytes, size_t len)
{
    struct buf *text = &json->text;

    buf_clear(text);
    buf_putc(text, '[');
    while (len > 0) {
        const size_t part = strnlen(bytes, len);
        const size_t taken = part < len ? part + 1 : part;

        if (text->len > 1)
            buf_putc(text, ',');
        escape_put_json(text, bytes, part);
        bytes += taken;
        len -= taken;
    }
    buf_putc(text, ']');
    add_text(json, key);
}

void json_finish(struct json *json, struct buf *out)
{
    const size_t bound = json->bound;

    if (json->failed || bound > INT_MAX || !buf_reserve(out, bound) ||
        !json->call.print(json->open[0], out->data + out->len, (int)bound, false))
        out->failed = true;
    else
        out->len += strlen(out->data + out->len);
    json->call.delete(json->open[0]);
    json->open[0] = NULL;
}

/* --- reading --- */

struct json_reader {
    void *library;
    __typeof__(cJSON_ParseWithLength) *parse;
    __typeof__(cJSON_Delete) *delete;
};

static const cJSON *item_of(const struct json_value *value)
{
    return (const void *)value;
}

static const struct json_value *value_of(const cJSON *item)
{
    return (const void *)item;
}

/*
 * The loader and cJSON do not report that an allocation failed. After a single failed allocation a
 * second try works; what fails twice is refused.
 */
#define TRIES 2

int json_reader_open(struct json_reader **out)
{
    struct json_reader *reader = calloc(1, sizeof(*reader));
    int result;

    if (!reader)
        return -ENOMEM;

    const struct library_symbol symbols[] = {
        {"cJSON_ParseWithLength", &reader->parse},
        {"cJSON_Delete", &reader->delete},
    };

    for (int i = 0; i < TRIES && !reader->library; i++)
        reader->library = library_open(LIBRARY, symbols, ARRAY_COUNT(symbols), NULL);
    if (reader->library) {
        *out = reader;
        return 0;
    }
    free(reader);
    result = spare_memory_check();
    return result < 0 ? result : -ELIBACC;
}

void json_reader_close(struct json_reader *reader)
{
    if (reader)
        library_close(reader->library);
    free(reader);
}

int json_read(const struct json_reader *reader, const char *text, size_t len,
              struct json_value **out)
{
    cJSON *item = NULL;

    for (int i = 0; i < TRIES && !item; i++)
        item = reader->parse(text, len);
    *out = (void *)item;
    if (item)
        return 0;
    return spare_memory_check() < 0 ? -ENOMEM : -EINVAL;
}

void json_forget(const struct json_reader *reader, struct json_value *value)
{
    reader->delete ((void *)value);
}

static bool is_kind(const struct json_value *value, int kind)
{
    return value && (item_of(value)->type & 0xff) == kind;
}

const struct json_value *json_member(const struct json_value *object, const char *key)
{
    if (!is_kind(object, cJSON_Object))
        return NULL;
    for (const cJSON *item = item_of(object)->child; item; item = item->next)
        if (item->string && strcmp(item->string, key) == 0)
            return value_of(item);
    return NULL;
}

const struct json_value *json_first(const struct json_value *array)
{
    return is_kind(array, cJSON_Array) ? value_of(item_of(array)->child) : NULL;
}

const struct json_value *json_next(const struct json_value *element)
{
    return element ? value_of(item_of(element)->next) : NULL;
}

const char *json_string(const struct json_value *value)
{
    return is_kind(value, cJSON_String) ? item_of(value)->valuestring : NULL;
}
