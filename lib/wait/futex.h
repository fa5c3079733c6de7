/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_WAIT_FUTEX_H
#define DOTPROC_WAIT_FUTEX_H

/*
 * The kind of a futex, and its owner according to its memory.
 *
 * Pure functions. The kernel knows the owner only for priority-inheritance futexes; all other locks
 * are a convention of a library. So the kind is a guess by the call, and the owner comes from
 * memory that the program may have written anything to.
 */

#include "lib/task/wait_report.h"
#include "lib/wait/call.h"
#include "lib/wait/wait.h"

/* The words that are read, the futex first: a mutex of glibc on 64 bits. */
#define FUTEX_WORDS 10

/*
 * The possible kind by the call alone; FUTEX_QUEUE also for a call that wakes instead of waiting.
 */
enum futex_kind futex_kind_of(const struct call_futex *futex);

/* Whether the call is one that waits. */
bool futex_waits(const struct call_futex *futex);

/*
 * The kind of wait by the arguments of the call alone; WAIT_UNKNOWN if it is no such call.
 * WAIT_JOIN is not sure: if the process has no such thread, the kind is futex_wait_otherwise().
 *
 * Libraries other than glibc may use the same calls. An idle thread must not count as blocked by a
 * lock, nor a blocked one as idle: if both use the same call, the kind is WAIT_FUTEX.
 */
struct wait_answer futex_wait_of(const struct task_syscall *call);
enum wait_kind futex_wait_otherwise(const struct task_syscall *call);

/* Whether two calls in the same process wait at the same futex. */
bool futex_is_same(const struct call_futex *a, const struct call_futex *b);

/* The kind and the owner according to the words. */
struct futex_answer {
    enum futex_kind kind;  /* FUTEX_OTHER unless the words match the kind by the call */
    enum wait_owner owner; /* NONE, NOBODY, UNKNOWN or NAMED */
    pid_t tid;             /* with OWNER_NAMED: in the PID namespace of the task; else 0 */
    bool is_claim; /* any value may be there: valid only if other data of that thread confirms it */
};

/* `bits`: of the program, 32 or 64; words that cannot be read are 0. */
struct futex_answer futex_owner(enum futex_kind kind, const uint32_t words[FUTEX_WORDS],
                                uint32_t bits);

/*
 * The same for a read-write lock of glibc: `words` are those of the lock if the futex is word
 * `place` of it, 2 or 3. FUTEX_RWLOCK with OWNER_NAMED for a writer or OWNER_UNNAMED for readers;
 * else as for any other futex.
 */
#define RWLOCK_WORDS       13 /* up to the flags, on 64 bits */
#define RWLOCK_WORDS_32    8  /* a whole lock on 32 bits; the other words are ignored */
#define RWLOCK_PLACE_FIRST 2
#define RWLOCK_PLACE_LAST  3
bool futex_may_be_rwlock(const struct call_futex *futex);
struct futex_answer futex_rwlock_owner(const struct call_futex *futex,
                                       const uint32_t words[RWLOCK_WORDS], unsigned place,
                                       uint32_t bits);

#endif
