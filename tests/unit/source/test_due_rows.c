/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/source/back_end.h"
#include "tests/unit/run.h"

static const uint64_t keys[] = {10, 20, 30};

static struct due_rows due;

static void begin(size_t count, unsigned scan)
{
    due = (struct due_rows){count > 0 ? keys : NULL, count, scan};
}

CASE(shown_rows_are_found)
{
    begin(3, 0);
    for (uint64_t key = 0; key < 40; key++)
        ck_assert_int_eq(due_rows_show(&due, key), key == 10 || key == 20 || key == 30);
}

/* A scan may be of named processes, in any order, one of them more than once. */
CASE(they_are_found_in_any_order)
{
    static const uint64_t order[] = {30, 30, 10, 15, 20, 10, 99, 30, 20};

    begin(3, 0);
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        ck_assert_int_eq(due_rows_show(&due, order[i]), order[i] != 15 && order[i] != 99);
}

CASE(nobody_need_look)
{
    begin(0, 0);
    ck_assert(!due_rows_show(&due, 10));
}

CASE(each_has_its_turn)
{
    for (pid_t tid = 1; tid < 300; tid += 7) {
        unsigned turns = 0;

        for (unsigned scan = 5; scan < 5 + DUE_SCANS_MAX; scan++) {
            begin(3, scan);
            turns += due_rows_have_turn(&due, tid, DUE_SCANS_MAX);
        }
        ck_assert_uint_eq(turns, 1);
    }
}
