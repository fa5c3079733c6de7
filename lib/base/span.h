/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_SPAN_H
#define DOTPROC_BASE_SPAN_H

/*
 * A part of a text, such as a line or a word, and the numbers in it. It is borrowed: whoever has
 * the text keeps it. Inline, as files of every task are read by lines and numbers.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct span {
    const char *text; /* not terminated */
    size_t len;
};

/* All of a string. */
static inline struct span span_of(const char *text)
{
    return (struct span){text, strlen(text)};
}

/* Behind the last byte. */
static inline const char *span_end(struct span span)
{
    return span.text + span.len;
}

/* Whether it has the bytes of a string, and no others. */
static inline bool span_is(struct span span, const char *text)
{
    return span.len == strlen(text) && memcmp(span.text, text, span.len) == 0;
}

/* What is taken is removed from the start of *rest. */

/* False, and nothing is taken, if *rest does not begin with the prefix. */
static inline bool span_take_prefix(struct span *rest, const char *prefix)
{
    const size_t len = strlen(prefix);

    if (rest->len < len || memcmp(rest->text, prefix, len) != 0)
        return false;
    rest->text += len;
    rest->len -= len;
    return true;
}

/*
 * Takes what precedes the next separator, and the separator; all if there is none. With '\n' that
 * is a line, with ',' an element of a list. False if nothing is left; then *part is empty.
 */
static inline bool span_take_part(struct span *rest, char separator, struct span *part)
{
    const char *found;

    *part = *rest;
    if (rest->len == 0)
        return false;
    found = memchr(rest->text, separator, rest->len);
    if (found)
        part->len = (size_t)(found - rest->text);
    rest->text += part->len + (found != NULL);
    rest->len -= part->len + (found != NULL);
    return true;
}

/* Takes spaces and the word after them, which is empty at the end. */
static inline struct span span_take_word(struct span *rest)
{
    struct span word;

    while (rest->len > 0 && *rest->text == ' ') {
        rest->text++;
        rest->len--;
    }
    span_take_part(rest, ' ', &word);
    return word;
}

/* --- numbers at the start of a text that ends at `end` --- */

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
 * The number at the start of a text, with or without a minus sign; false if there is none. A number
 * that is too large becomes INT64_MAX, or its negative.
 */
bool number_parse_start(const char *text, size_t len, int64_t *number);

/* Hexadecimal, without a prefix. */

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

/* --- numbers in lines of a text --- */

/*
 * Finds the first line that begins with `name` and reads the number after it as
 * decimal_take_fixed() does. False if there is no such line, or no number in it; then *number is 0.
 */
bool line_number_find(const char *text, const char *name, unsigned places, uint64_t *number);

/* One line to look for: "Pss:", blanks, decimal digits. */
struct key_value {
    const char *key; /* with its colon, if any */
    uint64_t *value; /* unchanged if the line is missing */
};

/* Finds each of `count` lines in a text, in any order; returns how many were found. */
size_t key_value_parse(const char *text, size_t len, const struct key_value *lines, size_t count);

/* --- numbers that are a whole string --- */

/*
 * Parses seconds with a decimal point or comma, in any locale: "2", "0.25", ",5". Long times are
 * cut to 10^9 s, and fractions to ns, but not to 0. False if the text is anything else.
 */
bool seconds_parse(const char *text, uint64_t *ns);

/* A number with an optional sign; false unless the whole text is one, and in range. */
bool number_parse(const char *text, int64_t *number);

#endif
