/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_STACK_LIMIT_H
#define DOTPROC_BASE_STACK_LIMIT_H

#include <stdbool.h>

/*
 * Raises the limit of the stack (RLIMIT_STACK) to what the programs and the C library need, where
 * it is lower: the stack grows up to the limit as it is then. False where it must not be raised.
 */
bool stack_limit_ensure(void);

/* What to say then, by write(2): printf(3) takes more stack than there may be. */
#define STACK_LIMIT_MESSAGE "the limit of the stack is too small: see ulimit -s\n"

#endif
