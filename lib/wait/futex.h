/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_WAIT_FUTEX_H
#define DOTPROC_WAIT_FUTEX_H

/*
 * What a futex is, and whom its memory says to hold it.
 *
 * Pure functions. The kernel knows no owners, but for locks that inherit priority: all others are a
 * convention of some library. So a kind is a guess by the call, and an answer is what memory says
 * that its users may have written anything to.
 */

#include "lib/task/wait_report.h"
#include "lib/wait/call.h"

/* The words that are looked at, the futex first. */
#define FUTEX_WORDS 5

/* FUTEX_QUEUE also for a call that does not wait, but wakes others. */
enum futex_kind futex_kind_of(const struct call_futex *futex);

/* Whether the call is one that waits. */
bool futex_waits(const struct call_futex *futex);

/* Whether two of the same process meet at this futex. */
bool futex_is_same(const struct call_futex *a, const struct call_futex *b);

/* Whom the words say to hold it. */
struct futex_answer {
    enum wait_owner owner; /* NONE, NOBODY, UNNAMED or SAID */
    pid_t tid;             /* with OWNER_SAID, in the pid namespace of the task; else 0 */
};

/* `bits`: of the program, 32 or 64. */
struct futex_answer futex_owner(enum futex_kind kind, const uint32_t words[FUTEX_WORDS],
                                uint32_t bits);

#endif
