/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_PRESSURE_LINE_NUMBER_H
#define DOTPROC_PRESSURE_LINE_NUMBER_H

/* Numbers in files of several lines, each of which begins with the name of its number. */

#include <stdbool.h>
#include <stdint.h>

/*
 * Finds the first line that begins with `name`, all up to the number, and takes the number with so
 * many decimal places, as an integer: "2.667" with two is 266. False if there is none; then *number
 * is 0. One that is too large becomes the largest.
 */
bool line_number_find(const char *text, const char *name, unsigned places, uint64_t *number);

#endif
