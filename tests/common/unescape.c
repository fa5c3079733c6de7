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

/* One character of a JSON string, of which all that are escaped are ASCII; moves *text on. */
static int next_of_json(const char **text)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *at = *text;
    const char *letter;

    if (at[0] != '\\') {
        *text += 1;
        return (unsigned char)at[0] >= 0x20 && at[0] != 0x7f ? (unsigned char)at[0] : -1;
    }
    if (at[1] == 'u') {
        *text += 6;
        return number_of(at + 2, 4);
    }
    *text += 2;
    letter = at[1] ? strchr(letters, at[1]) : NULL;
    return letter ? meanings[letter - letters] : -1;
}

/* The bytes behind the escapes \xHH of what JSON's own were taken from, in place. */
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
        const int byte = next_of_json(&json);

        if (byte < 0 || len == sizeof(decoded))
            return SIZE_MAX;
        decoded[len++] = (char)byte;
    }
    if (strcmp(json, "\"}") != 0)
        return SIZE_MAX;
    len = undo_escapes(decoded, len);
    if (len > size)
        return SIZE_MAX;
    memcpy(bytes, decoded, len);
    return len;
}
