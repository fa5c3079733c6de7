/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_NUMBER_H
#define DOTPROC_BASE_NUMBER_H

/*
 * Numbers in a text that ends at `end`, or in a line of it. Whole numbers are read inline, as most
 * parsing is that.
 */

#include <stdbool.h>
#include <stdint.h>

/* Decimal. */

/* Appends a digit to the number; UINT64_MAX if the result is too large. */
static inline uint64_t decimal_append(uint64_t number, unsigned digit)
{
    if (__builtin_mul_overflow(number, 10, &number) ||
        __builtin_add_overflow(number, digit, &number))
        return UINT64_MAX;
    return number;
}

/*
 * Reads digits and moves *text past them; a number that is too large becomes UINT64_MAX. False if
 * there is no digit: then *value is unchanged.
 */
static inline bool decimal_take(const char **text, const char *end, uint64_t *value)
{
    const char *at = *text;
    uint64_t number = 0;

    for (; at < end && *at >= '0' && *at <= '9'; at++)
        number = decimal_append(number, (unsigned)(*at - '0'));
    if (at == *text)
        return false;
    *text = at;
    *value = number;
    return true;
}

/* The same after skipping blanks; *text is moved past the blanks even if there is no digit. */
static inline bool decimal_take_next(const char **text, const char *end, uint64_t *value)
{
    while (*text < end && (**text == ' ' || **text == '\t'))
        ++*text;
    return decimal_take(text, end, value);
}

/*
 * The same with `places` decimal places, as an integer: with two of them "2.667" is 266 and "0.5"
 * is 50. *text is moved past all digits.
 */
bool decimal_take_fixed(const char **text, const char *end, unsigned places, uint64_t *value);

/*
 * Finds the first line that begins with `name` and reads the number after it as
 * decimal_take_fixed() does. False if there is no such line, or no number in it; then *number is 0.
 */
bool line_number_find(const char *text, const char *name, unsigned places, uint64_t *number);

/*
 * Parses seconds with a decimal point or comma, in any locale: "2", "0.25", ",5". Long times are
 * cut to 10^9 s, and fractions to ns, but not to 0. False if the text is anything else.
 */
bool seconds_parse(const char *text, uint64_t *ns);

/* A number with an optional sign; false unless the whole text is one, and in range. */
bool number_parse(const char *text, int64_t *number);

/* Hexadecimal, without a prefix. */

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
