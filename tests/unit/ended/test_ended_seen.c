/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/ended/readings.h"
#include "tests/unit/run.h"

static struct seen_lists lists;

static void teardown(void)
{
    seen_fini(&lists);
}

FIXTURE(NULL, teardown);

static uint64_t key_of(pid_t tgid)
{
    return (uint64_t)tgid << 32;
}

static bool is_gone(pid_t tgid)
{
    return seen_find_gone(&lists, key_of(tgid)) != NULL;
}

CASE(rows_that_the_next_snapshot_lacks_are_gone)
{
    const struct reading_row rows[] = {{10, 0, 1, "a", 500, 20, 0}, {12, 0, 1, "b", 510, 30, 0}};

    TAKE(&lists, 1000, rows);
    take_reading(&lists, 2000, &rows[1], 1);
    ck_assert(is_gone(10));
    ck_assert(!is_gone(12));
    take_reading(&lists, 3000, NULL, 0);
    ck_assert(!is_gone(10));
    ck_assert(is_gone(12));
}

/* procfs rounds start times down to a tick. */
CASE(a_number_may_be_used_again)
{
    const struct reading_row first[] = {{10, 0, 1, "a", 500, 20, 0}, {12, 0, 1, "b", 510, 30, 0}};
    const struct reading_row second[] = {{10, 0, 1, "b", 1500, 30, 0}, {12, 0, 1, "b", 519, 30, 0}};

    TAKE(&lists, 1000, first);
    TAKE(&lists, 2000, second);
    ck_assert(is_gone(10));
    ck_assert(!is_gone(12));
}
