/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_HEXADECIMAL_H
#define DOTPROC_BASE_HEXADECIMAL_H

/* Hexadecimal numbers, without a prefix, in a text that ends at `end`; see decimal.h. */

#include <stdbool.h>
#include <stdint.h>

#define HEXADECIMAL_DIGITS "0123456789abcdefABCDEF"

/* The value of a digit; 16 or more for any other character. */
static inline unsigned hexadecimal_digit(char c)
{
    const unsigned char upper = (unsigned char)c & ~0x20U;

    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    return upper >= 'A' && upper <= 'F' ? upper - 'A' + 10U : 16;
}

/*
 * Reads digits and moves *text past them; a number that is too large becomes UINT64_MAX. False if
 * there is no digit: then *value is unchanged.
 */
static inline bool hexadecimal_take(const char **text, const char *end, uint64_t *value)
{
    const char *at = *text;
    uint64_t number = 0;
    unsigned digit;

    for (; at < end && (digit = hexadecimal_digit(*at)) < 16; at++)
        number = number >> 60 ? UINT64_MAX : number << 4 | digit;
    if (at == *text)
        return false;
    *text = at;
    *value = number;
    return true;
}

#endif
