/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_LIST_SYNTAX_H
#define DOTPROC_PS_LIST_SYNTAX_H

/* Lists on a command line: "1,2,3", "pid comm". */

#include <stdbool.h>

/* Separators of elements; formats and sort keys may also be on separate lines. */
#define LIST_SEPARATORS         ", \t"
#define LIST_OR_LINE_SEPARATORS ", \t\n"

/*
 * Whether there is at least one element and none is empty. With `open_end` one separator may follow
 * the last. A valid list can be split by strtok_r(3).
 */
bool list_syntax_is_valid(const char *text, const char *separators, bool open_end);

#endif
