/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_INVARIANT_H
#define DOTPROC_BASE_INVARIANT_H

/*
 * INVARIANT(condition): a condition that the code relies on and that only a bug in this program can
 * break; never one that depends on the kernel or a user. Debug builds and those with a sanitizer
 * check it and abort; others compile it but do not evaluate it. So it may take as long as the code
 * that it checks, but must have no side effects.
 */

#ifdef CHECK_INVARIANTS
#include <assert.h>
#define INVARIANT(condition) assert(condition)
#else
#define INVARIANT(condition) ((void)(0 && (condition)))
#endif

#endif
