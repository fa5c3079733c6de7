/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_LIST_SYNTAX_H
#define DOTPROC_PS_LIST_SYNTAX_H

/* Lists as they are written on a command line: "1,2,3", "pid comm". */

#include <stdbool.h>

/* What separates the elements; formats and sort keys may also stand on lines of their own. */
#define LIST_SEPARATORS         ", \t"
#define LIST_OR_LINE_SEPARATORS ", \t\n"

/*
 * No element is empty and there is at least one. With `open_end` one separator may stand behind
 * the last. What passes can be cut up by strtok_r(3).
 */
bool list_syntax_is_valid(const char *text, const char *separators, bool open_end);

#endif
