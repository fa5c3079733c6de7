/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_PS_LIST_SYNTAX_H
#define DOTPROC_PS_LIST_SYNTAX_H

/* Lists on a command line: "1,2,3", "pid comm". */

#include "lib/base/arena.h"

enum list_syntax {
    LIST_OF_VALUES,  /* separated by a comma or a blank */
    LIST_OF_COLUMNS, /* or by a line's end; one separator may follow the last */
};

/*
 * Splits a list into its elements, in the arena, with NULL behind the last. 0; -EINVAL unless there
 * is at least one and none is empty; or -ENOMEM.
 */
int list_syntax_split(const char *text, enum list_syntax syntax, struct arena *arena,
                      char ***elements);

#endif
