/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Builds that check invariants abort where one is broken; others do not even evaluate it. */
#include <signal.h>

#include "lib/base/invariant.h"
#include "lib/base/sorted.h"
#include "lib/ledger/ledger.h"
#include "tests/unit/run.h"

#ifdef CHECK_INVARIANTS
#define EXPECTED_SIGNAL SIGABRT
#else
#define EXPECTED_SIGNAL 0
#endif

static bool was_evaluated;

static bool evaluate(void)
{
    was_evaluated = true;
    return true;
}

CASE(only_checking_builds_evaluate)
{
    INVARIANT(evaluate());
    ck_assert_int_eq(was_evaluated, EXPECTED_SIGNAL != 0);
}

static uint64_t key_of(const void *key)
{
    return *(const uint64_t *)key;
}

CASE(keys_that_ascend)
{
    static const uint64_t keys[] = {1, 2, 2, 5, 4};
    const size_t size = sizeof(keys[0]);

    ck_assert(keys_ascend(NULL, 0, size, key_of, true));
    ck_assert(keys_ascend(keys, 1, size, key_of, true));
    ck_assert(keys_ascend(keys, 2, size, key_of, true));
    ck_assert(!keys_ascend(keys, 3, size, key_of, true));
    ck_assert(keys_ascend(keys, 4, size, key_of, false));
    ck_assert(!keys_ascend(keys, 5, size, key_of, false));
}

/* A ledger in which no scan was begun has no row to meet. */
CRASH(a_closed_ledger, EXPECTED_SIGNAL)
{
    struct ledger ledger = {.row_size = sizeof(struct ledger_id)};

    ck_assert_ptr_null(ledger_meet(&ledger, 1, 0));
}

/* Rows that are not in the order of their keys, as a mistake in this program would leave them. */
CRASH(a_ledger_in_disorder, EXPECTED_SIGNAL)
{
    struct ledger ledger = {0};
    struct ledger_id *rows;

    ledger_begin(&ledger, sizeof(*rows));
    for (uint64_t key = 1; key <= 2; key++)
        ck_assert_ptr_nonnull(ledger_add(&ledger, key, 0));
    rows = ledger.added;
    rows[1].key = 0;
    ledger_end(&ledger);
    ledger_fini(&ledger);
}
