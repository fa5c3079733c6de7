/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which tasks of a snapshot have a mark of an earlier one. */
#include "lib/task/marks.h"
#include "tests/unit/run.h"

static struct task_marks marks;
static struct snapshot snapshot;

static void setup(void)
{
    snapshot_init(&snapshot);
}

static void teardown(void)
{
    task_marks_fini(&marks);
    snapshot_fini(&snapshot);
}

FIXTURE(setup, teardown);

/* start_ns 0: it was not read. */
static void add(pid_t tgid, uint64_t start_ns)
{
    struct task *task = snapshot_add(&snapshot);

    ck_assert_ptr_nonnull(task);
    task->tgid = task->tid = tgid;
    task->have = NEED_STAT;
    task->stat_unread = start_ns == 0;
    task->start_ns = start_ns;
    task->utime_ns = start_ns ? 5 : 0;
    task->process = &process_none;
}

CASE(a_number_may_be_used_again)
{
    struct task_marks_counts counts;

    add(10, 7);
    add(20, 7);
    ck_assert_int_eq(task_marks_take(&marks, &snapshot), 0);
    snapshot_clear(&snapshot);
    add(10, 8);
    add(20, 7);
    add(30, 9);
    counts = task_marks_count(&marks, &snapshot);
    ck_assert_uint_eq(counts.fresh, 2);
    ck_assert_uint_eq(counts.gone, 1);
    ck_assert_ptr_null(task_marks_find(&marks, &snapshot.tasks[0]));
    ck_assert_uint_eq(task_marks_find(&marks, &snapshot.tasks[1])->cpu_ns, 5);
}

/* 10 was read when the tasks were marked, 20 is now. */
CASE(one_that_is_stuck_is_neither_fresh_nor_gone)
{
    struct task_marks_counts counts;

    add(10, 7);
    add(20, 0);
    ck_assert_int_eq(task_marks_take(&marks, &snapshot), 0);
    snapshot_clear(&snapshot);
    add(10, 0);
    add(20, 7);
    counts = task_marks_count(&marks, &snapshot);
    ck_assert_uint_eq(counts.fresh, 0);
    ck_assert_uint_eq(counts.gone, 0);
}
