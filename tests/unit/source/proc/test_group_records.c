/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records of processes are found again by the next scan, and forgotten with their process. */
#include "lib/source/proc/history/records.h"
#include "tests/unit/run.h"

static struct group_records records;

static void forget_all(void)
{
    group_records_fini(&records);
}

FIXTURE(NULL, forget_all);

/* A scan that visits these processes, and leaves a mark on each record: its id. */
static void scan(const pid_t *tgids, size_t count)
{
    group_records_begin(&records);
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_eq(group_records_enter(&records, tgids[i]), 0);
        ck_assert_int_eq(records.current->tgid, tgids[i]);
        records.current->clock_ns = (uint64_t)tgids[i];
    }
    group_records_end(&records);
    ck_assert_ptr_null(records.current);
}

static uint64_t mark_of(pid_t tgid)
{
    ck_assert_int_eq(group_records_enter(&records, tgid), 0);
    ck_assert_int_eq(records.current->tgid, tgid);
    return records.current->clock_ns;
}

CASE(those_of_the_last_scan_are_found)
{
    scan((const pid_t[]){1, 5, 9}, 3);
    scan((const pid_t[]){1, 7, 9}, 3);
    group_records_begin(&records);
    ck_assert_uint_eq(mark_of(1), 1);
    ck_assert_uint_eq(mark_of(5), 0); /* it was gone in between */
    ck_assert_uint_eq(mark_of(7), 7);
    ck_assert_uint_eq(mark_of(10), 0);
    group_records_end(&records);
    ck_assert_uint_eq(records.scan, 3);
}

CASE(any_order_will_do)
{
    scan((const pid_t[]){5, 1}, 2);
    group_records_begin(&records);
    ck_assert_uint_eq(mark_of(5), 5);
    ck_assert_uint_eq(mark_of(1), 1);
    group_records_end(&records);
}

CASE(threads_of_the_living_are_counted)
{
    scan((const pid_t[]){1, 5, 9}, 3);
    group_records_begin(&records);
    for (pid_t tgid = 1; tgid <= 3; tgid++) {
        ck_assert_int_eq(group_records_enter(&records, tgid), 0);
        records.current->nlwp = tgid;
    }
    group_records_end(&records);
    ck_assert_uint_eq(group_records_count_threads(&records), 6);
}
