/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/wait/futex.h"

#include "lib/wait/futex_abi.h"

/* The largest number of a task (PID_MAX_LIMIT, include/linux/threads.h). */
#define TID_MAX (4u * 1024 * 1024)

/*
 * Who waits for a lock of its expects the word to be 2, "taken, and others may wait"
 * (sysdeps/nptl/lowlevellock.h). A pthread_mutex_t begins with that word, and its owner is the
 * third one (sysdeps/nptl/bits/struct_mutex.h; the same on x86, arm64 and s390x). But others expect
 * 2 as well: locks of glibc's that have no owner, read-write locks, and libraries that do as glibc
 * does. So the rest must look like a mutex: it has users, and a kind of which all bits are known.
 */
#define LOCK_FREE      0u
#define LOCK_TAKEN     1u
#define LOCK_CONTENDED 2u

enum {
    WORD_LOCK = 0,
    WORD_OWNER = 2,
    WORD_USERS_64 = 3,
    WORD_KIND_64 = 4,
    WORD_KIND_32 = 3,
    WORD_USERS_32 = 4,
};

/*
 * Of __kind, nptl/pthreadP.h: type (0 to 3), robust, with inheritance, with a ceiling, shared, with
 * elision or without.
 */
#define KIND_BITS (3u | 16u | 32u | 64u | 128u | 256u | 512u)

bool futex_waits(const struct call_futex *futex)
{
    switch (futex->operation & FUTEX_OPERATION) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
    case FUTEX_LOCK_PI:
    case FUTEX_LOCK_PI2:
    case FUTEX_WAIT_REQUEUE_PI:
        return true;
    default:
        return false;
    }
}

/*
 * A thread is joined at the word where the kernel clears its number when it ends
 * (CLONE_CHILD_CLEARTID, clone(2)), which it does as for a shared futex. 1 is what others may well
 * wait for a change of.
 */
static bool is_tid(const struct call_futex *futex)
{
    return !futex->is_private && futex->expected > 1 && futex->expected <= TID_MAX;
}

enum futex_kind futex_kind_of(const struct call_futex *futex)
{
    switch (futex->operation & FUTEX_OPERATION) {
    case FUTEX_LOCK_PI:
    case FUTEX_LOCK_PI2:
        return FUTEX_OWNED;
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
        break;
    default:
        return FUTEX_QUEUE;
    }
    if (futex->expected == LOCK_CONTENDED)
        return FUTEX_MUTEX;
    if (futex->expected & FUTEX_WAITERS && futex->expected & FUTEX_TID)
        return FUTEX_OWNED;
    return is_tid(futex) ? FUTEX_THREAD_END : FUTEX_QUEUE;
}

bool futex_is_same(const struct call_futex *a, const struct call_futex *b)
{
    return a->address == b->address && a->is_private == b->is_private;
}

static struct futex_answer said(uint32_t tid)
{
    return (struct futex_answer){OWNER_SAID, (pid_t)tid};
}

static struct futex_answer mutex_owner(const uint32_t words[FUTEX_WORDS], uint32_t bits)
{
    const uint32_t users = words[bits == 32 ? WORD_USERS_32 : WORD_USERS_64];
    const uint32_t kind = words[bits == 32 ? WORD_KIND_32 : WORD_KIND_64];

    if (words[WORD_LOCK] == LOCK_FREE)
        return (struct futex_answer){OWNER_NOBODY, 0};
    if (words[WORD_LOCK] != LOCK_TAKEN && words[WORD_LOCK] != LOCK_CONTENDED)
        return (struct futex_answer){OWNER_NONE, 0};
    if (users == 0 || kind & ~KIND_BITS || words[WORD_OWNER] == 0 || words[WORD_OWNER] > TID_MAX)
        return (struct futex_answer){OWNER_UNNAMED, 0};
    return said(words[WORD_OWNER]);
}

struct futex_answer futex_owner(enum futex_kind kind, const uint32_t words[FUTEX_WORDS],
                                uint32_t bits)
{
    const uint32_t tid = words[0] & FUTEX_TID;

    switch (kind) {
    case FUTEX_MUTEX:
        return mutex_owner(words, bits);
    case FUTEX_OWNED:
    case FUTEX_THREAD_END:
        return tid ? said(tid) : (struct futex_answer){OWNER_NOBODY, 0};
    default:
        return (struct futex_answer){OWNER_NONE, 0};
    }
}
