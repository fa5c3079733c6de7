/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_MODEL_NUMBER_H
#define DOTPROC_TOP_MODEL_NUMBER_H

/* Numbers typed on the command line and at prompts. The whole text must be a number. */

#include <stdbool.h>
#include <stdint.h>

bool number_parse(const char *text, int64_t *number);

/* Seconds with a decimal point or comma, in any locale; not negative, and finite. */
bool seconds_parse(const char *text, uint64_t *ns);

#endif
