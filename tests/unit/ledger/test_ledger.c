/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/ledger/ledger.h"

#include "lib/base/array.h"
#include "tests/common/random.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"

#define MS UINT64_C(1000000)

struct row {
    struct ledger_id id;
    int scans; /* in which the task was met */
};

static struct ledger ledger;
static int grows_left = -1; /* arrays may grow so many times; -1: as they like */

TAKE_OVER(int, array_grow, void *array, size_t *capacity, size_t wanted, size_t size)
{
    if (grows_left == 0)
        return -1;
    grows_left -= grows_left > 0;
    return __real_array_grow(array, capacity, wanted, size);
}

static void teardown(void)
{
    ledger_fini(&ledger);
}

FIXTURE(NULL, teardown);

/* Whether there was memory for it. */
static bool see_at(uint64_t key, uint64_t start_ns)
{
    bool is_new;
    struct row *row = ledger_take(&ledger, key, start_ns, &is_new);

    if (!row)
        return false;
    ck_assert_uint_eq(row->id.key, key);
    ck_assert_uint_eq(row->id.start_ns, start_ns);
    row->scans++;
    return true;
}

static void see(uint64_t key)
{
    ck_assert(see_at(key, 0));
}

/* A scan of `count` tasks. */
static void scan(const uint64_t *keys, size_t count)
{
    ledger_begin(&ledger, sizeof(struct row));
    for (size_t i = 0; i < count; i++)
        see(keys[i]);
    ledger_end(&ledger);
}

#define SCAN(...)                                 \
    do {                                          \
        const uint64_t keys[] = {__VA_ARGS__};    \
        scan(keys, sizeof(keys) / sizeof(*keys)); \
    } while (0)

/* 0: there is no such row. */
static int scans(uint64_t key)
{
    const struct row *row = ledger_find(&ledger, key);

    return row ? row->scans : 0;
}

static int gone_scans(uint64_t key)
{
    const struct row *row = ledger_find_gone(&ledger, key);

    return row ? row->scans : 0;
}

static void check_order(void)
{
    for (size_t i = 1; i < ledger.count; i++) {
        const struct row *row = ledger_at(&ledger, i - 1), *next = ledger_at(&ledger, i);

        ck_assert_uint_le(row->id.key, next->id.key);
    }
}

CASE(an_empty_one_has_no_rows)
{
    ck_assert_ptr_null(ledger_find(&ledger, 5));
    ck_assert_uint_eq(ledger_from(&ledger, 5), 0);
    ledger_end(&ledger);
    scan(NULL, 0);
    scan(NULL, 0);
    ck_assert_uint_eq(ledger.count, 0);
    ck_assert_ptr_null(ledger_find_gone(&ledger, 5));
}

CASE(rows_stay_from_scan_to_scan)
{
    SCAN(5, 7, 9);
    SCAN(5, 6, 7, 9, 10);
    SCAN(4, 5, 6, 7, 9, 10);
    ck_assert_uint_eq(ledger.count, 6);
    check_order();
    ck_assert_int_eq(scans(4), 1);
    ck_assert_int_eq(scans(5), 3);
    ck_assert_int_eq(scans(6), 2);
    ck_assert_int_eq(scans(9), 3);
    ck_assert_int_eq(scans(8), 0);
    ck_assert_uint_eq(ledger_from(&ledger, 8), 4);
    ck_assert_uint_eq(ledger_from(&ledger, 11), 6);
}

CASE(a_task_that_comes_twice_has_one_row)
{
    SCAN(5, 5, 9, 7, 5, 9);
    ck_assert_uint_eq(ledger.count, 3);
    check_order();
    SCAN(5, 9, 9, 7);
    ck_assert_uint_eq(ledger.count, 3);
    ck_assert_int_eq(scans(7), 2);
    ck_assert_uint_eq(ledger.met, 3);
}

CASE(who_is_not_met_is_gone_until_the_next_scan)
{
    SCAN(5, 7, 9);
    SCAN(7, 8);
    ck_assert_uint_eq(ledger.count, 4);
    check_order();
    ck_assert_int_eq(scans(5), 0);
    ck_assert_int_eq(gone_scans(5), 1);
    ck_assert_int_eq(gone_scans(7), 0);
    ck_assert_int_eq(gone_scans(9), 1);
    SCAN(7, 8);
    ck_assert_uint_eq(ledger.count, 2);
    ck_assert_int_eq(gone_scans(5), 0);
    /* It comes back as another. */
    SCAN(5, 7, 8);
    ck_assert_int_eq(scans(5), 1);
    ck_assert_int_eq(scans(7), 4);
}

CASE(a_pid_may_be_reused)
{
    SCAN(5, 7);
    ledger_begin(&ledger, sizeof(struct row));
    ck_assert(see_at(5, 600 * MS));
    see(7);
    ledger_end(&ledger);
    ck_assert_uint_eq(ledger.count, 3);
    ck_assert_uint_eq(((struct row *)ledger_find(&ledger, 5))->id.start_ns, 600 * MS);
    ck_assert_uint_eq(((struct row *)ledger_find_gone(&ledger, 5))->id.start_ns, 0);
    ledger_begin(&ledger, sizeof(struct row));
    ck_assert(see_at(5, 600 * MS));
    ledger_end(&ledger);
    ck_assert_int_eq(scans(5), 2);
    ck_assert_int_eq(gone_scans(7), 2);
}

/* Two tasks had the same PID in one scan, the first until it exited. */
CASE(a_pid_may_be_reused_within_a_scan)
{
    for (int i = 0; i < 2; i++) {
        ledger_begin(&ledger, sizeof(struct row));
        ck_assert(see_at(5, 0));
        ck_assert(see_at(5, 600 * MS));
        ledger_end(&ledger);
        ck_assert_uint_eq(ledger.count, 2);
    }
    ledger_begin(&ledger, sizeof(struct row));
    ck_assert(see_at(5, 600 * MS));
    ledger_end(&ledger);
    ck_assert_int_eq(scans(5), 3);
    ck_assert_int_eq(gone_scans(5), 2);
}

/* Sources differ by what procfs rounds off. */
CASE(start_times_are_rounded)
{
    const uint64_t starts[] = {510 * MS, 519 * MS, 510 * MS, 495 * MS};

    ledger.start_error_ns = 20 * MS - 1;
    for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++) {
        ledger_begin(&ledger, sizeof(struct row));
        ck_assert(see_at(5, starts[i]));
        ledger_end(&ledger);
        ck_assert_int_eq(scans(5), (int)i + 1);
    }
    ck_assert(ledger_is_start(&ledger, 510 * MS, 529 * MS));
    ck_assert(!ledger_is_start(&ledger, 510 * MS, 530 * MS));
    ledger.start_error_ns = 0;
    ledger_begin(&ledger, sizeof(struct row));
    ck_assert_ptr_null(ledger_meet(&ledger, 5, 495 * MS + 1));
    ck_assert_ptr_nonnull(ledger_meet(&ledger, 5, 495 * MS));
}

/* A scan that failed was never ended: what it has met counts. */
CASE(a_scan_may_be_left)
{
    SCAN(5, 7);
    ledger_begin(&ledger, sizeof(struct row));
    see(7);
    see(3);
    SCAN(3, 5, 7);
    ck_assert_uint_eq(ledger.count, 3);
    ck_assert_int_eq(scans(3), 2);
    ck_assert_int_eq(scans(5), 1);
    ck_assert_int_eq(scans(7), 3);
}

/* Neither the rows of the last scan nor those of an open one are there any more. */
CASE(a_cleared_one_has_no_rows)
{
    for (int is_open = 0; is_open < 2; is_open++) {
        SCAN(3, 5);
        if (is_open) {
            ledger_begin(&ledger, sizeof(struct row));
            see(5);
            see(7);
        }
        ledger_clear(&ledger);
        ck_assert_uint_eq(ledger.count, 0);
        ledger_begin(&ledger, sizeof(struct row));
        ck_assert_ptr_null(ledger_meet(&ledger, 5, 0));
        ck_assert_ptr_null(ledger_find_gone(&ledger, 3));
        see(5);
        ledger_end(&ledger);
        ck_assert_int_eq(scans(5), 1);
        ledger_clear(&ledger);
    }
}

/* Neither the new rows nor the array that they will be in has room. */
CASE(memory_runs_out)
{
    enum {
        FULL = 1024 / sizeof(struct row) /* rows, before the array grows */
    };

    for (int allowed = 0; allowed < 2; allowed++) {
        ledger_begin(&ledger, sizeof(struct row));
        for (uint64_t key = 0; key < FULL; key++)
            see(key);
        ledger_begin(&ledger, sizeof(struct row));
        grows_left = allowed;
        see(FULL - 1);
        ck_assert(!see_at(FULL, 0));
        see(0);
        grows_left = -1;
        ledger_end(&ledger);
        ck_assert_uint_eq(ledger.count, FULL);
        ck_assert_int_eq(scans(0), 2);
        ck_assert_int_eq(scans(FULL - 1), 2);
        ck_assert_int_eq(gone_scans(1), 1);
        ledger_fini(&ledger);
    }
}

/* Against a plain array of the keys that were met last. */
CASE(many_tasks_come_and_go)
{
    enum {
        KEYS = 500,
        SCANS = 60
    };
    static int expected[KEYS], before[KEYS];

    for (int i = 0; i < SCANS; i++) {
        ledger_begin(&ledger, sizeof(struct row));
        for (int step = 0; step < KEYS; step++) {
            const int key = i % 3 ? step : (step * 7) % KEYS; /* not always in order */

            before[key] = expected[key];
            expected[key] = random_below(4) ? expected[key] + 1 : 0;
            if (expected[key])
                see((uint64_t)key);
        }
        ledger_end(&ledger);
        check_order();
        for (int key = 0; key < KEYS; key++) {
            ck_assert_int_eq(scans((uint64_t)key), expected[key]);
            ck_assert_int_eq(gone_scans((uint64_t)key), expected[key] ? 0 : before[key]);
        }
    }
}
