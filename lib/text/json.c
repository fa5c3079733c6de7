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

/* --- strings --- */

/*
 * The length of the UTF-8 character at `bytes` (RFC 3629), 0 if it is invalid: overlong forms,
 * surrogates and code points past U+10FFFF are.
 */
static size_t character_len(const unsigned char *bytes, size_t len)
{
    unsigned char low = 0x80, high = 0xbf; /* of the second byte */
    size_t needed;

    if (bytes[0] < 0x80)
        return 1;
    if (bytes[0] < 0xc2 || bytes[0] > 0xf4)
        return 0;
    needed = bytes[0] < 0xe0 ? 2 : bytes[0] < 0xf0 ? 3 : 4;
    if (bytes[0] == 0xe0)
        low = 0xa0;
    else if (bytes[0] == 0xed)
        high = 0x9f;
    else if (bytes[0] == 0xf0)
        low = 0x90;
    else if (bytes[0] == 0xf4)
        high = 0x8f;
    if (len < needed || bytes[1] < low || bytes[1] > high)
        return 0;
    for (size_t i = 2; i < needed; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    return needed;
}

/* Control characters that a terminal obeys and that JSON need not escape. */
static bool is_late_control(const unsigned char *bytes, size_t len)
{
    return len == 1 ? bytes[0] == 0x7f : bytes[0] == 0xc2 && bytes[1] < 0xa0;
}

/* Of a valid character of several bytes. */
static uint32_t code_point(const unsigned char *bytes, size_t len)
{
    uint32_t code = bytes[0] & (0x7fu >> len);

    for (size_t i = 1; i < len; i++)
        code = code << 6 | (bytes[i] & 0x3f);
    return code;
}

static const char hex_digits[] = "0123456789abcdef";

/* \uHHHH */
static void put_code_unit(struct buf *text, uint32_t unit)
{
    const char escape[] = {'\\',
                           'u',
                           hex_digits[unit >> 12],
                           hex_digits[unit >> 8 & 0xf],
                           hex_digits[unit >> 4 & 0xf],
                           hex_digits[unit & 0xf]};

    buf_put(text, escape, sizeof(escape));
}

/* JSON's escapes are of UTF-16. */
static void put_code_point(struct buf *text, uint32_t code)
{
    if (code >= 0x10000) {
        put_code_unit(text, 0xd800 + ((code - 0x10000) >> 10));
        code = 0xdc00 + (code & 0x3ff);
    }
    put_code_unit(text, code);
}

/* The text \xHH, whose backslash JSON escapes. */
static void put_bytes(struct buf *text, const unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const char escape[] = {'\\', '\\', 'x', hex_digits[bytes[i] >> 4],
                               hex_digits[bytes[i] & 0xf]};

        buf_put(text, escape, sizeof(escape));
    }
}

static bool is_plain(unsigned char byte)
{
    return byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\';
}

/* What is below DEL and not plain. A NUL stands between arguments. */
static void put_ascii(struct buf *text, unsigned char byte)
{
    static const char named[] = "\"\\\b\f\n\r\t";
    static const char names[] = "\"\\bfnrt";
    const char *at = memchr(named, byte, sizeof(named) - 1);

    if (byte == '\0') {
        buf_putc(text, ' ');
    } else if (at) {
        buf_putc(text, '\\');
        buf_putc(text, names[at - named]);
    } else {
        put_code_unit(text, byte);
    }
}

static bool is_hex_digit(unsigned char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f');
}

/* Whether the text looks like what put_bytes() writes. */
static bool is_like_escape(const unsigned char *bytes, size_t len)
{
    return len >= 4 && bytes[0] == '\\' && bytes[1] == 'x' && is_hex_digit(bytes[2]) &&
           is_hex_digit(bytes[3]);
}

/* Appends a character that is not plain; returns how many bytes it took. */
static size_t put_odd(struct buf *text, const unsigned char *bytes, size_t len)
{
    size_t part;

    if (bytes[0] < 0x7f) {
        if (is_like_escape(bytes, len))
            put_bytes(text, bytes, 1);
        else
            put_ascii(text, bytes[0]);
        return 1;
    }
    part = character_len(bytes, len);
    if (part == 0 || is_late_control(bytes, part))
        put_bytes(text, bytes, part ? part : 1);
    else if (character_is_invisible(code_point(bytes, part)))
        put_code_point(text, code_point(bytes, part));
    else
        buf_put(text, (const char *)bytes, part);
    return part ? part : 1;
}

/* Appends a JSON string: see json_put_text(). */
static void put_quoted(struct buf *text, const char *from, size_t len)
{
    const unsigned char *bytes = (const unsigned char *)from;

    buf_putc(text, '"');
    while (len > 0) {
        size_t part = 0;

        while (part < len && is_plain(bytes[part]))
            part++;
        if (part > 0)
            buf_put(text, (const char *)bytes, part);
        else
            part = put_odd(text, bytes, len);
        bytes += part;
        len -= part;
    }
    buf_putc(text, '"');
}

/* --- structure --- */

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
        return -ELIBACC;
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
    put_quoted(&json->text, bytes, len);
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
        put_quoted(text, bytes, part);
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
