/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_KEY_VALUE_H
#define DOTPROC_BASE_KEY_VALUE_H

/* Lines of a key and a number, as in many files of procfs, and single numbers. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One line to look for: "Pss:", blanks, decimal digits. */
struct key_value {
    const char *key; /* with its colon, if any */
    uint64_t *value; /* unchanged if the line is missing */
};

/* Finds each of `count` lines in a text, in any order; returns how many were found. */
size_t key_value_parse(const char *text, size_t len, const struct key_value *lines, size_t count);

/*
 * The number at the start of a text, with or without a minus sign; false if there is none. A number
 * that is too large becomes INT64_MAX, or its negative.
 */
bool key_value_number(const char *text, size_t len, int64_t *number);

#endif
