/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What futexes are, and whom their words say to hold them. */
#include "lib/wait/futex.h"

#include <stdio.h>
#include <string.h>

#include "lib/wait/call.h"
#include "tests/unit/run.h"

static const struct {
    uint32_t operation, expected;
    bool waits;
    enum futex_kind kind;
} calls[] = {
    {FUTEX_WAIT | FUTEX_PRIVATE, 2, true, FUTEX_MUTEX},
    {FUTEX_WAIT, 2, true, FUTEX_MUTEX},
    {FUTEX_WAIT_BITSET | FUTEX_PRIVATE | FUTEX_CLOCK_REALTIME, 2, true, FUTEX_MUTEX},
    {FUTEX_WAIT | FUTEX_PRIVATE, 0, true, FUTEX_OTHER}, /* a condition, a semaphore */
    {FUTEX_WAIT | FUTEX_PRIVATE, 1, true, FUTEX_OTHER},
    {FUTEX_WAIT | FUTEX_PRIVATE, 3, true, FUTEX_OTHER}, /* a read-write lock */
    {FUTEX_WAIT | FUTEX_PRIVATE, 4711, true, FUTEX_OTHER},
    {FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 4711, true, FUTEX_THREAD_END},
    {FUTEX_WAIT, 1, true, FUTEX_OTHER},
    {FUTEX_WAIT, 4 * 1024 * 1024 + 1, true, FUTEX_OTHER},
    {FUTEX_WAIT, FUTEX_WAITERS | 4711, true, FUTEX_ROBUST}, /* robust */
    {FUTEX_WAIT | FUTEX_PRIVATE, FUTEX_WAITERS | 4711, true, FUTEX_ROBUST},
    {FUTEX_WAIT | FUTEX_PRIVATE, FUTEX_WAITERS, true, FUTEX_OTHER},
    {FUTEX_LOCK_PI | FUTEX_PRIVATE, 0, true, FUTEX_OWNED},
    {FUTEX_LOCK_PI2, 2, true, FUTEX_OWNED},
    {FUTEX_WAIT_REQUEUE_PI | FUTEX_PRIVATE, 2, true, FUTEX_QUEUE}, /* a condition */
    {1, 2, false, FUTEX_QUEUE},                                    /* FUTEX_WAKE */
    {127, 2, false, FUTEX_QUEUE},
};

LOOP(calls_say_what_futexes_are, COUNT_OF(calls))
{
    const struct call_futex futex = {
        .address = 0x7f00,
        .operation = calls[_i].operation,
        .expected = calls[_i].expected,
        .is_private = calls[_i].operation & FUTEX_PRIVATE,
    };

    ck_assert_int_eq(futex_kind_of(&futex), calls[_i].kind);
    ck_assert_int_eq(futex_waits(&futex), calls[_i].waits);
}

#define PLAIN  (FUTEX_WAIT | FUTEX_PRIVATE)
#define TIMED  (FUTEX_WAIT_BITSET | FUTEX_PRIVATE | FUTEX_CLOCK_REALTIME)
#define CLOCK  (FUTEX_WAIT_BITSET | FUTEX_PRIVATE)
#define SHARED (FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME)
#define STACK  0x7f5fe00u
#define TIME   0x7f60000u

/* As measured of glibc 2.36 and 2.41, of musl 1.2.3 and 1.2.5, but for those of the kernel's ABI.
 */
static const struct {
    uint64_t address;
    uint32_t operation, expected, timeout, bitset, bits;
    const char *kind;
} waits[] = {
    {0x7f00, PLAIN, 2, 0, 0, 64, "lock"},
    {0x7f00, FUTEX_WAIT, 2, 0, 0x80, 64, "join? lock"}, /* of a mutex that others share */
    {0x7f00, FUTEX_WAIT, FUTEX_WAITERS | 4711, 0, 0, 64, "lock"},
    {0x7f00, SHARED, FUTEX_WAITERS | 4711, TIME, ~0u, 64, "lock"},
    {0x7f00, FUTEX_LOCK_PI | FUTEX_PRIVATE, 0, 0, 0, 64, "lock"},
    {0x7f00, FUTEX_LOCK_PI2 | FUTEX_PRIVATE, 0, TIME, 0, 64, "lock"},
    {0x7f00, TIMED, 2, TIME, ~0u, 64, "futex"}, /* a mutex with a timeout, but see 7f04 */
    {0x7f00, TIMED, 3, 0, ~0u, 64, "futex"},    /* read-write locks */
    {0x7f04, TIMED, 3, 0, ~0u, 64, "futex"},
    {0x7f00, TIMED, 14, 0, ~0u, 64, "futex"},
    {0x7f00, TIMED, 0, 0, ~0u, 64, "cond"},
    {0x7f04, TIMED, 0, TIME, ~0u, 64, "cond"},
    {0x7f00, CLOCK, 0, TIME, ~0u, 64, "cond"},
    {0x7f00, SHARED, 0, 0, ~0u, 64, "cond"},
    {0x7f00, TIMED, 1, 0, ~0u, 64, "cond"}, /* those of glibc 2.41 */
    {0x7f04, TIMED, 2, 0, ~0u, 64, "cond"},
    {0x7f04, TIMED, 14, 0, ~0u, 64, "cond"},
    {0x7f04, TIMED, 2, 0, ~0u, 32, "futex"}, /* where locks have other places */
    {0x7f00, FUTEX_WAIT_REQUEUE_PI | FUTEX_PRIVATE, 7, TIME, 0, 64, "cond"},
    {0x7f00, SHARED, 4711, 0, ~0u, 64, "join? cond"},
    {0x7f00, FUTEX_WAIT, 4711, 0, 0, 64, "join? futex"},
    {0x7f00, SHARED, 2, 0, ~0u, 64, "join? futex"},
    {0x7f00, PLAIN, 4711, 0, 0, 64, "futex"},
    {0x7f00, PLAIN, FUTEX_WAITERS | 16, 0, 0, 64, "lock"}, /* musl */
    {0x7f00, PLAIN, FUTEX_WAITERS, 0, 0, 64, "sem"},
    {0x7f00, PLAIN, UINT32_MAX, 0, 0, 64, "futex"},
    {STACK + 0xec, PLAIN, 2, 0, 0, 64, "futex"},
    {0x7f00, PLAIN, 0, 0, 0, 64, "futex"},   /* a barrier */
    {0x7f00, CLOCK, 2, 0, ~0u, 64, "futex"}, /* others, such as a mutex or a condition of Rust's */
    {0x7f00, CLOCK, 0, 0, ~0u, 64, "futex"},
    {0x7f00, TIMED, 0, 0, 1, 64, "futex"},
    {0x7f00, 1, 2, 0, 0, 64, "futex"}, /* FUTEX_WAKE */
};

/* Of programs of so many bits; -1: this processor runs none. */
static int64_t number_of(const char *name, uint32_t bits)
{
    const struct call_names *table = bits == 32 ? &call_names_32 : &call_names_64;

    for (size_t i = 0; i < table->count; i++)
        if (table->names[i] && strcmp(table->names[i], name) == 0)
            return (int64_t)i;
    return -1;
}

LOOP(arguments_say_what_it_waits_for, COUNT_OF(waits))
{
    const struct task_syscall call = {
        .number = number_of("futex", waits[_i].bits),
        .place = PLACE_CALL,
        .bits = waits[_i].bits,
        .arguments = {waits[_i].address, waits[_i].operation, waits[_i].expected, waits[_i].timeout,
                      0, waits[_i].bitset},
        .stack_pointer = STACK,
    };
    const struct wait_answer answer = futex_wait_of(&call);
    char text[32];

    if (call.number < 0)
        return;
    if (answer.is_sure)
        snprintf(text, sizeof(text), "%s", wait_name(answer.kind));
    else
        snprintf(text, sizeof(text), "%s? %s", wait_name(answer.kind),
                 wait_name(futex_wait_otherwise(&call)));
    ck_assert_str_eq(text, waits[_i].kind);
}

CASE(only_calls_that_wait_at_a_futex_have_such_a_kind)
{
    const uint32_t bits = 8 * (uint32_t)sizeof(void *);
    const struct task_syscall call = {number_of("read", bits), .place = PLACE_CALL, .bits = bits};

    ck_assert_str_eq(call_name(&call), "read");
    ck_assert_int_eq(futex_wait_of(&call).kind, WAIT_UNKNOWN);
    ck_assert_int_eq(futex_wait_otherwise(&call), WAIT_UNKNOWN);
}
#define UNKNOWN FUTEX_OTHER, OWNER_UNKNOWN, 0, false
#define LINKS   0x7f00, 0, 0x7f10, 0

static const struct {
    enum futex_kind kind;
    uint32_t bits;
    uint32_t words[FUTEX_WORDS]; /* as on 64 bits: lock, count, owner, users, kind, spins, links */
    struct futex_answer answer;
} memories[] = {
    {FUTEX_MUTEX, 64, {2, 0, 4711, 1, 0}, {FUTEX_MUTEX, OWNER_NAMED, 4711, false}},
    {FUTEX_MUTEX, 64, {1, 0, 4711, 1, 0}, {FUTEX_MUTEX, OWNER_NAMED, 4711, false}},
    {FUTEX_MUTEX, 64, {2, 1, 4711, 1, 1}, {FUTEX_MUTEX, OWNER_NAMED, 4711, false}}, /* recursive */
    {FUTEX_MUTEX, 64, .words = {2, 0, 4711, 1, 3 | 128 | 512, 9},
     .answer = {FUTEX_MUTEX, OWNER_NAMED, 4711, false}},
    {FUTEX_MUTEX, 32, {2, 1, 4711, 1, 1}, {FUTEX_MUTEX, OWNER_NAMED, 4711, false}},
    {FUTEX_MUTEX, 32, {2, 0, 4711, 0, 1}, {FUTEX_MUTEX, OWNER_NAMED, 4711, false}}, /* kind first */
    {FUTEX_MUTEX, 64, {2, 0, 4711, 0, 0}, {UNKNOWN}},
    {FUTEX_MUTEX, 64, {2, 0, 4711, 1, 1}, {UNKNOWN}},    /* recursive, taken never */
    {FUTEX_MUTEX, 64, {2, 1, 4711, 1, 0}, {UNKNOWN}},    /* taken twice, not recursive */
    {FUTEX_MUTEX, 64, {2, 0, 4711, 1, 0, 9}, {UNKNOWN}}, /* spins, not adaptive */
    {FUTEX_MUTEX, 32, {2, 0, 4711, 1, 0, 9}, {UNKNOWN}},
    {FUTEX_MUTEX, 64, {2, 0, 4711, 1, 0, 0, 1}, {UNKNOWN}}, /* linked, not robust */
    {FUTEX_MUTEX, 64, {2, 0, 4711, 1, 16, 0, LINKS}, {UNKNOWN}},
    {FUTEX_MUTEX, 64, {2, 0, 4711, 1, 32}, {UNKNOWN}},
    {FUTEX_MUTEX, 64, {2, 0, 4711, 1, 1024}, {UNKNOWN}},
    {FUTEX_MUTEX, 64, {2, 0, 4711, 0xffffffff, 0}, {UNKNOWN}},
    {FUTEX_MUTEX, 64, {2, 0, 0, 1, 0}, {UNKNOWN}},
    {FUTEX_MUTEX, 64, {2, 0, 0x80001267, 1, 0}, {UNKNOWN}},
    {FUTEX_MUTEX, 64, {2}, {UNKNOWN}}, /* nothing behind it */
    {FUTEX_MUTEX, 64, {0, 0, 4711, 1, 0}, {UNKNOWN}},
    {FUTEX_MUTEX, 64, {3, 0, 4711, 1, 0}, {UNKNOWN}},
    {FUTEX_ROBUST, 64, .words = {FUTEX_WAITERS | 4711, 0, 4711, 1, 16, 0, LINKS},
     .answer = {FUTEX_ROBUST, OWNER_NAMED, 4711, false}},
    {FUTEX_ROBUST, 32, .words = {FUTEX_WAITERS | 4711, 0, 4711, 16, 1, 9},
     .answer = {FUTEX_ROBUST, OWNER_NAMED, 4711, false}},
    {FUTEX_ROBUST, 64, .words = {FUTEX_WAITERS | 4711, 0, 4712, 1, 16, 0, LINKS},
     .answer = {FUTEX_ROBUST, OWNER_NAMED, 4711, true}},
    {FUTEX_ROBUST, 64, .words = {FUTEX_WAITERS | 4711, 0, 4711, 1, 16},
     .answer = {FUTEX_ROBUST, OWNER_NAMED, 4711, true}},
    {FUTEX_ROBUST, 64, {FUTEX_WAITERS | 16}, {FUTEX_ROBUST, OWNER_NAMED, 16, true}}, /* EBUSY */
    {FUTEX_ROBUST, 64, {0xffffffff}, {UNKNOWN}},
    {FUTEX_ROBUST, 64, {0xc0000000}, {UNKNOWN}},
    {FUTEX_OWNED, 64, {FUTEX_WAITERS | 4711}, {FUTEX_OWNED, OWNER_NAMED, 4711, false}},
    {FUTEX_OWNED, 64, {4711}, {FUTEX_OWNED, OWNER_NAMED, 4711, false}},
    {FUTEX_OWNED, 64, {0xc0000000}, {FUTEX_OWNED, OWNER_NOBODY, 0, false}}, /* it has died */
    {FUTEX_OWNED, 64, {0}, {FUTEX_OWNED, OWNER_NOBODY, 0, false}},
    {FUTEX_THREAD_END, 64, {4711}, {FUTEX_THREAD_END, OWNER_NAMED, 4711, true}},
    {FUTEX_THREAD_END, 64, {0}, {UNKNOWN}},
    {FUTEX_THREAD_END, 64, {0xc0000000}, {UNKNOWN}},
    {FUTEX_OTHER, 64, {2, 0, 4711, 1, 0}, {UNKNOWN}},
    {FUTEX_QUEUE, 64, {2, 0, 4711, 1, 0}, {FUTEX_QUEUE, OWNER_NONE, 0, false}},
    {FUTEX_NONE, 64, {2, 0, 4711, 1, 0}, {FUTEX_NONE, OWNER_NONE, 0, false}},
};

LOOP(words_say_who_holds_it, COUNT_OF(memories))
{
    const struct futex_answer answer =
        futex_owner(memories[_i].kind, memories[_i].words, memories[_i].bits);

    ck_assert_int_eq(answer.kind, memories[_i].answer.kind);
    ck_assert_int_eq(answer.owner, memories[_i].answer.owner);
    ck_assert_int_eq(answer.tid, memories[_i].answer.tid);
    ck_assert_int_eq(answer.is_claim, memories[_i].answer.is_claim);
}

#define WRITER(readers, writer)                      \
    {                                                \
        (readers), 0, 3, 3, 0, 0, (writer), 0, 0, 0, \
    }

/* As on 64 bits: readers, writers, two futexes, two pads, writer, shared, four pads, flags. */
static const struct {
    uint32_t words[RWLOCK_WORDS];
    unsigned place;
    uint32_t bits;
    struct futex_answer answer;
} rwlocks[] = {
    {WRITER(3, 4711), 2, 64, {FUTEX_RWLOCK, OWNER_NAMED, 4711, false}},
    {WRITER(3 | 4, 4711), 3, 64, {FUTEX_RWLOCK, OWNER_NAMED, 4711, false}},
    {{3, 0, 3, 1, 0, 0, 0, 4711}, 2, 32, {FUTEX_RWLOCK, OWNER_NAMED, 4711, false}},
    {{2 << 3 | 2, 0, 2, 1}, 2, 64, {FUTEX_RWLOCK, OWNER_UNNAMED, 0, false}},
    {WRITER(1, 4711), 2, 64, {UNKNOWN}}, /* nobody writes */
    {WRITER(3, 0), 2, 64, {UNKNOWN}},
    {WRITER(3, 0x80000000), 2, 64, {UNKNOWN}},
    {WRITER(2 << 3, 4711), 2, 64, {UNKNOWN}},
    {{3, 0, 1, 3, 0, 0, 4711}, 2, 64, {UNKNOWN}}, /* nobody waits there */
    {{3, 0, 3, 7, 0, 0, 4711}, 2, 64, {UNKNOWN}},
    {{3, 0, 3, 3, 1, 0, 4711}, 2, 64, {UNKNOWN}},
    {{3, 0, 3, 3, 0, 0, 4711, 2}, 2, 64, {UNKNOWN}},
    {{3, 0, 3, 3, 0, 0, 4711, 0, 0, 1}, 2, 64, {UNKNOWN}},
    {{3, 0, 3, 3, 0, 0, 4711, 0, 0, 0, 0, 0, 3}, 2, 64, {UNKNOWN}},
    {{3, 0, 3, 3, 0, 0, 0x03030303, 4711}, 2, 32, {UNKNOWN}},
    {{0x7f00f00a, 0, 2, 1}, 2, 64, {UNKNOWN}}, /* too many readers */
    {{2 << 3, 0, 2, 1}, 2, 64, {UNKNOWN}},     /* none writes next */
    {{2 << 3 | 3, 0, 2, 1}, 2, 64, {UNKNOWN}},
    {{4710, 0, 2}, 2, 64, {UNKNOWN}}, /* a thread of musl that is joined, by its number */
    {{4711, 0, 2}, 2, 64, {UNKNOWN}},
    {{4712, 0, 2}, 2, 64, {UNKNOWN}},
    {{4713, 0, 2}, 2, 64, {UNKNOWN}},
    {{0}, 2, 64, {UNKNOWN}},
};

LOOP(words_say_who_writes, COUNT_OF(rwlocks))
{
    const struct call_futex futex = {.is_private = true};
    const struct call_futex shared = {.is_private = false};
    const struct futex_answer answer =
        futex_rwlock_owner(&futex, rwlocks[_i].words, rwlocks[_i].place, rwlocks[_i].bits);

    ck_assert_int_eq(answer.kind, rwlocks[_i].answer.kind);
    ck_assert_int_eq(answer.owner, rwlocks[_i].answer.owner);
    ck_assert_int_eq(answer.tid, rwlocks[_i].answer.tid);
    ck_assert_int_eq(
        futex_rwlock_owner(&shared, rwlocks[_i].words, rwlocks[_i].place, rwlocks[_i].bits).owner,
        OWNER_UNKNOWN);
}

/* Where a number is put that happens to be that of a thread: nowhere. */
#define NOWHERE (-1)

/* Anything that is no number of a thread: the halves of an address. */
#define POINTER 0x00a4c010, 0x7f21

#define WORDS 14

/* What other libraries than glibc wait for: their calls, and their words while others wait. */
static const struct {
    const char *name;
    uint32_t operation;
    unsigned futex; /* which word it is */
    int tid_at;
    uint32_t words[WORDS];
} libraries[] = {
    /* pthread_mutex_t: type, lock, waiters, count, and links to others of the same thread. */
    {"musl: mutex", PLAIN, 1, NOWHERE, {0, 0x80000000 | 16, 1}},
    {"musl: number for 16", PLAIN, 1, 1, {0, 0x80000000, 1}},
    {"musl: mutex without WAITERS", FUTEX_WAIT, 1, 1, {0, 0, 1}},
    {"musl: recursive mutex", PLAIN, 1, 1, {1, 0x80000000, 1, 0, 0, 0, POINTER, POINTER}},
    /* pthread_rwlock_t: lock, waiters, shared. */
    {"musl: read lock", PLAIN, 0, NOWHERE, {0xffffffff, 1}},
    {"musl: write lock, a reader", PLAIN, 0, NOWHERE, {0x80000001, 1}},
    {"musl: write lock, many readers", PLAIN, 0, 0, {0x80000000, 1}},
    {"musl: condition", PLAIN, 0, NOWHERE, {2, 0}},
    /* struct pthread from detach_state on: cancel, canceldisable, map_base ... */
    {"musl: join", PLAIN, 0, NOWHERE, {2, 0, 0, 0, POINTER, 0x20000, 0}},
    {"musl: semaphore", PLAIN, 0, NOWHERE, {0x80000000, 1}},
    /* lock, poisoned, and then the value, a struct of the process's number and two more */
    {"Rust: Mutex", TIMED, 0, 2, {2, 0, 0, 1, 0, 0, POINTER, 7, 0}},
    {"Rust: Mutex of one number", TIMED, 0, 2, {2, 0, 0}},
    {"Rust: RwLock", TIMED, 0, NOWHERE, {0x7fffffff, 3}},
    {"Rust: RwLock, readers", TIMED, 0, 0, {0x80000000, 3}},
    {"Rust: Condvar", TIMED, 0, 0, {0}},
    {"Rust: Once", TIMED, 0, 1, {2, 0}},
    {"Rust: parked", TIMED, 0, NOWHERE, {0xffffffff}},
    /* runtime.sched from its lock on: midle, nmidle, nmidlelocked, mnext ... */
    {"Go: lock", PLAIN, 0, 2, {2, 0, 0, 0xc0, 1, 0, 9, 0, 10000, 0}},
    {"Go: note", PLAIN, 0, NOWHERE, {0}},
    /* A pthread_cond_t, and one of a newer glibc. */
    {"Java: monitor", TIMED, 0, NOWHERE, {0, 0, 2}},
    {"Java: parked", TIMED, 0, 0, {0}},
    {"absl: Mutex", TIMED, 0, NOWHERE, {0}},
    {"absl: SpinLock", PLAIN, 0, 0, {0x80000000}},
    {"tcmalloc: SpinLock", PLAIN, 0, 2, {2, 0, 0, 1, 0, 0, 1}},
    /* lock, count, owner's address: of stdio */
    {"glibc: stdio", PLAIN, 0, 2, {2, 1, 0, 0x7f21, 0, 0, POINTER}},
    {"glibc: ceiling", PLAIN, 0, 2, {(10u << 19) | 2, 0, 0, 1, 64}},
    {"OpenMP: lock", PLAIN, 0, NOWHERE, {0xffffffff, 0, 1}},
    {"counter", FUTEX_WAIT, 0, 0, {0}},
    {"counter of processes", SHARED, 0, 0, {0}},
};

/* None says who holds it: a number counts only if other data of that thread confirms it. */
LOOP(words_of_other_libraries_name_nobody, COUNT_OF(libraries))
{
    uint32_t memory[RWLOCK_PLACE_LAST + WORDS + RWLOCK_WORDS] = {0};
    uint32_t *words = memory + RWLOCK_PLACE_LAST, *futex = words + libraries[_i].futex;
    struct call_futex call = {.address = 0x7f00, .operation = libraries[_i].operation};
    struct futex_answer answer;

    memcpy(words, libraries[_i].words, sizeof(libraries[_i].words));
    if (libraries[_i].tid_at != NOWHERE)
        words[libraries[_i].tid_at] |= 4711;
    call.expected = *futex;
    call.is_private = call.operation & FUTEX_PRIVATE;
    answer = futex_owner(futex_kind_of(&call), futex, 64);
    ck_assert_msg(answer.owner == OWNER_UNKNOWN || answer.is_claim, "%s", libraries[_i].name);
    for (unsigned place = RWLOCK_PLACE_FIRST;
         futex_may_be_rwlock(&call) && place <= RWLOCK_PLACE_LAST; place++) {
        answer = futex_rwlock_owner(&call, futex - place, place, 64);
        ck_assert_msg(answer.owner == OWNER_UNKNOWN, "%s", libraries[_i].name);
    }
}

CASE(private_and_shared_ones_never_meet)
{
    const struct call_futex futex = {.address = 0x7f00, .is_private = true};
    struct call_futex other = futex;

    other.operation = FUTEX_LOCK_PI;
    ck_assert(futex_is_same(&futex, &other));
    other.is_private = false;
    ck_assert(!futex_is_same(&futex, &other));
    other = futex;
    other.address += 4;
    ck_assert(!futex_is_same(&futex, &other));
}
