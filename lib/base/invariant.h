/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_INVARIANT_H
#define DOTPROC_BASE_INVARIANT_H

#include <stdbool.h>

/*
 * INVARIANT(condition): a condition that the code relies on and that only a bug in this program can
 * break; never one that depends on the kernel or a user. Debug builds and those with a sanitizer
 * check it and abort; others compile it but do not evaluate it. So it may take as long as the code
 * that it checks, but must have no side effects.
 *
 * ALWAYS(condition) and NEVER(condition), after those of SQLite, are the same for a condition of a
 * branch that only such a bug could take, where the code would be wrong or unsafe to read without
 * the branch. Builds that check abort if it is taken; in others they are true and false, and the
 * branch is no part of the program, nor of those that ./dev coverage counts.
 */

#ifdef CHECK_INVARIANTS
#include <assert.h>
#define INVARIANT(condition) assert(condition)
#define ALWAYS(condition)    ((condition) || (assert(!"always: " #condition), false))
#define NEVER(condition)     ((condition) && (assert(!"never: " #condition), true))
#else
#define INVARIANT(condition) ((void)(0 && (condition)))
#define ALWAYS(condition)    (1 || (condition))
#define NEVER(condition)     (0 && (condition))
#endif

#endif
