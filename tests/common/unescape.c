/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/common/unescape.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int digit_of(char letter)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = letter ? strchr(digits, letter) : NULL;

    return found ? (int)(found - digits) : -1;
}

/* A byte from `count` hexadecimal digits, or -1. */
static int number_of(const char *text, int count)
{
    int number = 0;

    for (int i = 0; i < count; i++) {
        const int digit = digit_of(text[i]);

        if (digit < 0)
            return -1;
        number = number * 16 + digit;
    }
    return number;
}

/* A character of UTF-16, one unit or two, after its "\\u"; moves *text past it. -1: invalid. */
static int next_code_point(const char **text)
{
    const int first = number_of(*text, 4);

    *text += 4;
    if ((first & ~0x3ff) != 0xd800)
        return first;
    if (strncmp(*text, "\\u", 2) != 0)
        return -1;
    *text += 6;
    return 0x10000 + ((first & 0x3ff) << 10 | (number_of(*text - 4, 4) & 0x3ff));
}

/* Writes the UTF-8 of a character; returns the number of bytes. */
static size_t put_code_point(char *bytes, int code)
{
    const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const int marks[] = {0, 0xc0, 0xe0, 0xf0};

    bytes[0] = (char)(marks[more] | code >> 6 * more);
    for (int i = 1; i <= more; i++)
        bytes[i] = (char)(0x80 | (code >> 6 * (more - i) & 0x3f));
    return (size_t)more + 1;
}

/*
 * Reads one byte of a JSON string, or the character of an escape, which has at most four bytes;
 * moves *text past it. Returns the number of bytes; 0: invalid.
 */
static size_t next_of_json(const char **text, char *bytes)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *at = *text;
    const char *letter;
    int code;

    if (at[0] != '\\') {
        *text += 1;
        bytes[0] = at[0];
        return (unsigned char)at[0] >= 0x20 && at[0] != 0x7f;
    }
    *text += 2;
    if (at[1] == 'u') {
        code = next_code_point(text);
        return code < 0 ? 0 : put_code_point(bytes, code);
    }
    letter = at[1] ? strchr(letters, at[1]) : NULL;
    bytes[0] = letter ? meanings[letter - letters] : '\0';
    return letter != NULL;
}

/*
 * Replaces the escapes \xHH of text/escape, which remain after JSON's own, by their bytes, in
 * place. Returns the new length.
 */
static size_t undo_escapes(char *bytes, size_t len)
{
    size_t to = 0;

    for (size_t from = 0; from < len; to++) {
        const bool is_escape = len - from >= 4 && bytes[from] == '\\' && bytes[from + 1] == 'x' &&
                               number_of(bytes + from + 2, 2) >= 0;

        bytes[to] = is_escape ? (char)number_of(bytes + from + 2, 2) : bytes[from];
        from += is_escape ? 4 : 1;
    }
    return to;
}

size_t unescape_member(const char *json, const char *key, char *bytes, size_t size)
{
    char start[64], decoded[65536];
    const int start_len = snprintf(start, sizeof(start), "{\"%s\":\"", key);
    size_t len = 0;

    if (strncmp(json, start, (size_t)start_len) != 0)
        return SIZE_MAX;
    json += start_len;
    while (*json && *json != '"') {
        const size_t count = len + 4 > sizeof(decoded) ? 0 : next_of_json(&json, decoded + len);

        if (count == 0)
            return SIZE_MAX;
        len += count;
    }
    if (strcmp(json, "\"}") != 0)
        return SIZE_MAX;
    len = undo_escapes(decoded, len);
    if (len > size)
        return SIZE_MAX;
    memcpy(bytes, decoded, len);
    return len;
}
