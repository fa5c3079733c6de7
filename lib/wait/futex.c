/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/wait/futex.h"

#include <string.h>

/* The largest TID (PID_MAX_LIMIT, include/linux/threads.h). */
#define TID_MAX (4u * 1024 * 1024)

/*
 * Locks of glibc: a waiter expects the word to be 2, "taken, and others may wait"
 * (sysdeps/nptl/lowlevellock.h), or, for a robust mutex, the owner's TID with FUTEX_WAITERS. A
 * pthread_mutex_t begins with that word (sysdeps/nptl/bits/struct_mutex.h; the same on x86, arm64
 * and s390x). musl (which writes EBUSY where glibc has the owner), Rust, Go and counters expect the
 * same values. So the other words must be those of a held mutex of glibc, too.
 */
#define LOCK_TAKEN     1u
#define LOCK_CONTENDED 2u

enum {
    WORD_LOCK = 0,
    WORD_COUNT = 1,
    WORD_OWNER = 2,
    WORD_USERS_64 = 3,
    WORD_KIND_64 = 4,
    WORD_KIND_32 = 3,
    WORD_USERS_32 = 4,
    WORD_SPINS = 5,   /* and elision; on 32 bits also the link of a robust mutex */
    WORD_LINKS_64 = 6 /* two addresses */
};

/*
 * Of __kind, nptl/pthreadP.h. Mutexes with priority inheritance or a ceiling wait by other calls.
 */
#define KIND_TYPE      3u
#define KIND_RECURSIVE 1u
#define KIND_ADAPTIVE  3u
#define KIND_ROBUST    16u
#define KIND_SHARED    128u
#define KIND_ELISION   (256u | 512u)
#define KIND_BITS      (KIND_TYPE | KIND_ROBUST | KIND_SHARED | KIND_ELISION)

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
 * pthread_join() waits at the word where the kernel clears the TID of an exiting thread
 * (CLONE_CHILD_CLEARTID, clone(2)), as for a shared futex. 1 is excluded, since other waiters often
 * expect it.
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
        return FUTEX_ROBUST;
    return is_tid(futex) ? FUTEX_THREAD_END : FUTEX_OTHER;
}

/*
 * The call of glibc for conditions, semaphores, joins, read-write locks, and anything with a
 * timeout (__futex_abstimed_wait64(), nptl/futex-internal.c, since 2.34). It has a clock flag even
 * without a timeout.
 */
static bool is_timed_wait(const struct call_futex *futex)
{
    return (futex->operation & FUTEX_OPERATION) == FUTEX_WAIT_BITSET &&
           futex->bitset == FUTEX_ANY_BIT &&
           (futex->operation & FUTEX_CLOCK_REALTIME || futex->has_timeout);
}

/*
 * Conditions and semaphores expect 0, and from glibc 2.41 on conditions expect any number. Locks
 * may use the same call: a mutex with a timeout expects 2; a read-write lock expects 2 or 3, or if
 * it prefers writers a number that ends in the bits 110 (nptl/pthread_rwlock_common.c). On 64 bits
 * all those words except the one for 3 are at multiples of 8, as is only one of a condition's two
 * words.
 */

static bool may_be_lock(const struct call_futex *futex, uint32_t bits)
{
    if (futex->expected == 3)
        return true;
    if (bits == 64 && futex->address % 8 != 0)
        return false;
    return futex->expected == 2 || futex->expected % 8 == 6;
}

/*
 * A waiter for a condition of musl waits at a word on its own stack and expects 2, as for a mutex
 * of glibc (src/thread/pthread_cond_timedwait.c).
 */
#define NEAR 1024

static bool is_on_stack(const struct call_futex *futex, const struct task_syscall *call)
{
    return futex->address - call->stack_pointer < NEAR;
}

/* The kind of a FUTEX_WAIT, which locks of glibc and musl use unless they have a timeout. */
static enum wait_kind plain_wait(const struct call_futex *futex, const struct task_syscall *call)
{
    if (futex->expected == LOCK_CONTENDED)
        return is_on_stack(futex, call) ? WAIT_FUTEX : WAIT_LOCK;
    if (futex->expected == FUTEX_WAITERS)
        return WAIT_SEM; /* of musl 1.2.5; 1.2.3 waits for all bits, as for its read-write locks */
    return futex->expected & FUTEX_WAITERS && futex->expected != UINT32_MAX ? WAIT_LOCK
                                                                            : WAIT_FUTEX;
}

static enum wait_kind timed_wait(const struct call_futex *futex, const struct task_syscall *call)
{
    if (!futex->is_private && futex->expected & FUTEX_WAITERS && futex->expected & FUTEX_TID)
        return WAIT_LOCK; /* robust */
    return may_be_lock(futex, call->bits) ? WAIT_FUTEX : WAIT_COND;
}

static enum wait_kind kind_by_arguments(const struct call_futex *futex,
                                        const struct task_syscall *call)
{
    switch (futex->operation & FUTEX_OPERATION) {
    case FUTEX_LOCK_PI:
    case FUTEX_LOCK_PI2:
        return WAIT_LOCK;
    case FUTEX_WAIT_REQUEUE_PI:
        return WAIT_COND;
    case FUTEX_WAIT:
        return plain_wait(futex, call);
    default:
        return is_timed_wait(futex) ? timed_wait(futex, call) : WAIT_FUTEX;
    }
}

enum wait_kind futex_wait_otherwise(const struct task_syscall *call)
{
    struct call_futex futex;

    if (!call_futex(call_name(call), call, &futex))
        return WAIT_UNKNOWN;
    return kind_by_arguments(&futex, call);
}

struct wait_answer futex_wait_of(const struct task_syscall *call)
{
    struct call_futex futex;

    if (!call_futex(call_name(call), call, &futex))
        return (struct wait_answer){WAIT_UNKNOWN, false};
    if (is_tid(&futex) &&
        ((futex.operation & FUTEX_OPERATION) == FUTEX_WAIT || is_timed_wait(&futex)))
        return (struct wait_answer){WAIT_JOIN, false};
    return (struct wait_answer){kind_by_arguments(&futex, call), true};
}

bool futex_is_same(const struct call_futex *a, const struct call_futex *b)
{
    return a->address == b->address && a->is_private == b->is_private;
}

static bool may_be_tid(uint32_t number)
{
    return number > 0 && number <= TID_MAX;
}

/* Robust mutexes are in the owner's robust list; all others have no links. */
static bool has_right_links(const uint32_t words[FUTEX_WORDS], uint32_t bits, uint32_t kind)
{
    const uint32_t *links = &words[WORD_LINKS_64];
    const bool spins = (kind & KIND_TYPE) == KIND_ADAPTIVE || kind & KIND_ELISION;

    if (bits == 32)
        return kind & KIND_ROBUST ? words[WORD_SPINS] != 0 : spins || words[WORD_SPINS] == 0;
    if (!spins && words[WORD_SPINS] != 0)
        return false;
    return kind & KIND_ROBUST ? (links[0] || links[1]) && (links[2] || links[3])
                              : !links[0] && !links[1] && !links[2] && !links[3];
}

/* Whether the words are those of a held mutex of glibc, robust or not. */
static bool is_held_mutex(const uint32_t words[FUTEX_WORDS], uint32_t bits, bool robust)
{
    const uint32_t users = words[bits == 32 ? WORD_USERS_32 : WORD_USERS_64];
    const uint32_t kind = words[bits == 32 ? WORD_KIND_32 : WORD_KIND_64];
    const bool is_recursive = (kind & KIND_TYPE) == KIND_RECURSIVE;

    return !(kind & ~KIND_BITS) && !(kind & KIND_ROBUST) == !robust && may_be_tid(users) &&
           may_be_tid(words[WORD_OWNER]) && (words[WORD_COUNT] > 0) == is_recursive &&
           has_right_links(words, bits, kind);
}

static struct futex_answer said(enum futex_kind kind, uint32_t tid, bool is_claim)
{
    return (struct futex_answer){kind, OWNER_NAMED, (pid_t)tid, is_claim};
}

struct futex_answer futex_owner(enum futex_kind kind, const uint32_t words[FUTEX_WORDS],
                                uint32_t bits)
{
    const uint32_t lock = words[WORD_LOCK], tid = lock & FUTEX_TID;
    const bool is_taken = lock == LOCK_TAKEN || lock == LOCK_CONTENDED;

    if (kind == FUTEX_QUEUE || kind == FUTEX_NONE)
        return (struct futex_answer){.kind = kind, .owner = OWNER_NONE};
    if (kind == FUTEX_OWNED)
        return tid ? said(kind, tid, false)
                   : (struct futex_answer){.kind = kind, .owner = OWNER_NOBODY};
    if (kind == FUTEX_MUTEX && is_taken && is_held_mutex(words, bits, false))
        return said(kind, words[WORD_OWNER], false);
    if (kind == FUTEX_ROBUST && may_be_tid(tid))
        return said(kind, tid, tid != words[WORD_OWNER] || !is_held_mutex(words, bits, true));
    if (kind == FUTEX_THREAD_END && may_be_tid(tid))
        return said(kind, tid, true);
    return (struct futex_answer){.kind = FUTEX_OTHER, .owner = OWNER_UNKNOWN};
}

/*
 * A pthread_rwlock_t (sysdeps/nptl/bits/struct_rwlock.h); __pad3, __pad4 and unnamed words are 0.
 * Readers and the next writer wait at __wrphase_futex, other writers at __writers_futex, both for a
 * number with bit 1. Either has a writer that holds the lock or is the next to, which has set bit 0
 * of __writers_futex before it waits (nptl/pthread_rwlock_common.c).
 */
enum {
    RW_READERS = 0,
    RW_WRPHASE = 2,
    RW_WRITERS_FUTEX = 3,
    RW_PAD = 4,
    RW_WRITER_64 = 6,
    RW_SHARED_64 = 7,
    RW_REST_64 = 8, /* four words */
    RW_FLAGS_64 = 12,
    RW_BYTES_32 = 6, /* flags, shared, and two that are 0 */
    RW_WRITER_32 = 7,
};

#define RW_FUTEX_USED    2u
#define RW_WRITE_PHASE   1u
#define RW_WRITE_LOCKED  2u
#define RW_WRITER_NEXT   1u
#define RW_READERS_SHIFT 3
#define RW_FLAGS_MOST    2

bool futex_may_be_rwlock(const struct call_futex *futex)
{
    return futex->expected == 2 || futex->expected == 3;
}

static bool has_right_rest(const uint32_t words[RWLOCK_WORDS], uint32_t bits, bool is_shared)
{
    if (bits == 32) {
        uint8_t bytes[4];

        memcpy(bytes, &words[RW_BYTES_32], sizeof(bytes));
        return bytes[0] <= RW_FLAGS_MOST && bytes[1] == is_shared && !bytes[2] && !bytes[3];
    }
    for (unsigned i = RW_REST_64; i < RW_FLAGS_64; i++)
        if (words[i])
            return false;
    return words[RW_SHARED_64] == is_shared && words[RW_FLAGS_64] <= RW_FLAGS_MOST;
}

struct futex_answer futex_rwlock_owner(const struct call_futex *futex,
                                       const uint32_t words[RWLOCK_WORDS], unsigned place,
                                       uint32_t bits)
{
    const uint32_t readers = words[RW_READERS];
    const uint32_t writer = words[bits == 32 ? RW_WRITER_32 : RW_WRITER_64];
    const uint32_t held = RW_WRITE_PHASE | RW_WRITE_LOCKED;

    if (words[place] & RW_FUTEX_USED && words[RW_WRPHASE] <= 3 && words[RW_WRITERS_FUTEX] <= 3 &&
        words[RW_WRITERS_FUTEX] & RW_WRITER_NEXT && !words[RW_PAD] && !words[RW_PAD + 1] &&
        has_right_rest(words, bits, !futex->is_private)) {
        if ((readers & held) == held && may_be_tid(writer))
            return said(FUTEX_RWLOCK, writer, false);
        if ((readers & held) == RW_WRITE_LOCKED && may_be_tid(readers >> RW_READERS_SHIFT) &&
            writer == 0)
            return (struct futex_answer){.kind = FUTEX_RWLOCK, .owner = OWNER_UNNAMED};
    }
    return (struct futex_answer){.kind = FUTEX_OTHER, .owner = OWNER_UNKNOWN};
}
