/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_NUMBER_H
#define DOTPROC_TOP_MODEL_NUMBER_H

/* Numbers typed on the command line and at prompts. False, unless the whole text is a number. */

#include <stdbool.h>
#include <stdint.h>

/* A decimal number with an optional sign; false also if it is out of range. */
bool number_parse(const char *text, int64_t *number);

#endif
