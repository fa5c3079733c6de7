/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What futexes are, and whom their words say to hold them. */
#include "lib/wait/futex.h"

#include <check.h>

#include "lib/wait/futex_abi.h"
#include "tests/unit/run.h"

static const struct {
    uint32_t operation, expected;
    bool waits;
    enum futex_kind kind;
} calls[] = {
    {FUTEX_WAIT | FUTEX_PRIVATE, 2, true, FUTEX_MUTEX},
    {FUTEX_WAIT, 2, true, FUTEX_MUTEX},
    {FUTEX_WAIT_BITSET | FUTEX_PRIVATE | FUTEX_CLOCK_REALTIME, 2, true, FUTEX_MUTEX},
    {FUTEX_WAIT | FUTEX_PRIVATE, 0, true, FUTEX_QUEUE}, /* a condition, a semaphore */
    {FUTEX_WAIT | FUTEX_PRIVATE, 1, true, FUTEX_QUEUE},
    {FUTEX_WAIT | FUTEX_PRIVATE, 3, true, FUTEX_QUEUE}, /* a read-write lock */
    {FUTEX_WAIT | FUTEX_PRIVATE, 4711, true, FUTEX_QUEUE},
    {FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 4711, true, FUTEX_THREAD_END},
    {FUTEX_WAIT, 1, true, FUTEX_QUEUE},
    {FUTEX_WAIT, 4 * 1024 * 1024 + 1, true, FUTEX_QUEUE},
    {FUTEX_WAIT, FUTEX_WAITERS | 4711, true, FUTEX_OWNED}, /* robust */
    {FUTEX_WAIT | FUTEX_PRIVATE, FUTEX_WAITERS | 4711, true, FUTEX_OWNED},
    {FUTEX_WAIT | FUTEX_PRIVATE, FUTEX_WAITERS, true, FUTEX_QUEUE},
    {FUTEX_LOCK_PI | FUTEX_PRIVATE, 0, true, FUTEX_OWNED},
    {FUTEX_LOCK_PI2, 2, true, FUTEX_OWNED},
    {FUTEX_WAIT_REQUEUE_PI | FUTEX_PRIVATE, 2, true, FUTEX_QUEUE}, /* a condition */
    {1, 2, false, FUTEX_QUEUE},                                    /* FUTEX_WAKE */
    {127, 2, false, FUTEX_QUEUE},
};

START_TEST(calls_say_what_futexes_are)
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
END_TEST

static const struct {
    enum futex_kind kind;
    uint32_t words[FUTEX_WORDS]; /* as on 64 bits: lock, count, owner, users, kind */
    uint32_t bits;
    enum wait_owner owner;
    pid_t tid;
} memories[] = {
    {FUTEX_MUTEX, {2, 0, 4711, 1, 0}, 64, OWNER_SAID, 4711},
    {FUTEX_MUTEX, {1, 0, 4711, 1, 0}, 64, OWNER_SAID, 4711},
    {FUTEX_MUTEX, {2, 1, 4711, 1, 1}, 64, OWNER_SAID, 4711},             /* recursive */
    {FUTEX_MUTEX, {2, 0, 4711, 1, 3 | 128 | 512}, 64, OWNER_SAID, 4711}, /* shared, adaptive */
    {FUTEX_MUTEX, {2, 0, 4711, 0, 1}, 32, OWNER_SAID, 4711},             /* kind before users */
    {FUTEX_MUTEX, {2, 0, 4711, 0, 1}, 64, OWNER_UNNAMED, 0},
    {FUTEX_MUTEX, {2, 0, 4711, 1, 1024}, 64, OWNER_UNNAMED, 0},
    {FUTEX_MUTEX, {2, 0, 4711, 0x7f00, 0xffffffff}, 64, OWNER_UNNAMED, 0},
    {FUTEX_MUTEX, {2, 0, 0, 1, 0}, 64, OWNER_UNNAMED, 0},
    {FUTEX_MUTEX, {2, 0, 0x80001267, 1, 0}, 64, OWNER_UNNAMED, 0},
    {FUTEX_MUTEX, {2}, 64, OWNER_UNNAMED, 0}, /* nothing behind it */
    {FUTEX_MUTEX, {0, 0, 4711, 1, 0}, 64, OWNER_NOBODY, 0},
    {FUTEX_MUTEX, {3, 0, 4711, 1, 0}, 64, OWNER_NONE, 0},
    {FUTEX_OWNED, {FUTEX_WAITERS | 4711}, 64, OWNER_SAID, 4711},
    {FUTEX_OWNED, {4711}, 64, OWNER_SAID, 4711},
    {FUTEX_OWNED, {0xc0000000}, 64, OWNER_NOBODY, 0}, /* its owner has died */
    {FUTEX_OWNED, {0}, 64, OWNER_NOBODY, 0},
    {FUTEX_THREAD_END, {4711}, 64, OWNER_SAID, 4711},
    {FUTEX_THREAD_END, {0}, 64, OWNER_NOBODY, 0},
    {FUTEX_THREAD_END, {0xc0000000}, 64, OWNER_NOBODY, 0},
    {FUTEX_QUEUE, {2, 0, 4711, 1, 0}, 64, OWNER_NONE, 0},
    {FUTEX_NONE, {2, 0, 4711, 1, 0}, 64, OWNER_NONE, 0},
};

START_TEST(words_say_who_holds_it)
{
    const struct futex_answer answer =
        futex_owner(memories[_i].kind, memories[_i].words, memories[_i].bits);

    ck_assert_int_eq(answer.owner, memories[_i].owner);
    ck_assert_int_eq(answer.tid, memories[_i].tid);
}
END_TEST

START_TEST(private_and_shared_ones_never_meet)
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
END_TEST

int main(void)
{
    Suite *suite = suite_create("futex");
    TCase *tests = tcase_create("futex");

    tcase_add_loop_test(tests, calls_say_what_futexes_are, 0, COUNT_OF(calls));
    tcase_add_loop_test(tests, words_say_who_holds_it, 0, COUNT_OF(memories));
    tcase_add_test(tests, private_and_shared_ones_never_meet);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
