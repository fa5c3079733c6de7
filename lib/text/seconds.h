/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_TEXT_SECONDS_H
#define DOTPROC_TEXT_SECONDS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Parses seconds with a decimal point or comma, in any locale: "2", "0.25", ",5". Long times are
 * cut to 10^9 s, and fractions to ns. False if the text is anything else.
 */
bool seconds_parse(const char *text, uint64_t *ns);

#endif
