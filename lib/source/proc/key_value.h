/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_KEY_VALUE_H
#define DOTPROC_SOURCE_PROC_KEY_VALUE_H

/*
 * Small files of numbers, as pure parsers: lines of a key and a number, and single numbers.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One line to look for: "Pss:" and, behind blanks, decimal digits. */
struct key_value {
    const char *key; /* with its colon */
    uint64_t *value; /* left as it is where there is no such line */
};

/* Finds each of `count` lines in a text, wherever it stands. How many of them were there. */
size_t key_value_parse(const char *text, size_t len, const struct key_value *lines, size_t count);

/*
 * The number that a text begins with, with or without a minus; false when there is none. One that
 * is too large becomes the largest.
 */
bool key_value_number(const char *text, size_t len, int64_t *number);

#endif
