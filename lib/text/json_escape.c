/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/text/json_escape.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "lib/text/escape.h"

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

void json_escape(struct buf *text, const char *from, size_t len)
{
    const unsigned char *bytes = (const unsigned char *)from;

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
}
