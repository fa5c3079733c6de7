/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The snapshot and its arena: what they hold stays put, and clearing them keeps the memory. */
#include <stdint.h>
#include <string.h>

#include "lib/task/snapshot.h"
#include "tests/unit/run.h"

static struct arena arena;
static struct snapshot snapshot;

static void set_up(void)
{
    snapshot_init(&snapshot);
}

static void tear_down(void)
{
    arena_fini(&arena);
    snapshot_fini(&snapshot);
}

FIXTURE(set_up, tear_down);

CASE(pieces_stay_where_they_are)
{
    enum {
        PIECES = 5000
    };
    static char *pieces[PIECES];
    for (int i = 0; i < PIECES; i++) {
        char text[40];

        memset(text, 'a' + i % 26, sizeof(text));
        pieces[i] = arena_copy(&arena, text, (size_t)(i % 40));
        ck_assert_ptr_nonnull(pieces[i]);
    }
    for (int i = 0; i < PIECES; i++) {
        ck_assert_uint_eq(strlen(pieces[i]), (size_t)(i % 40));
        for (char *p = pieces[i]; *p; p++)
            ck_assert_int_eq(*p, 'a' + i % 26);
    }
}

CASE(allocations_are_zeroed_and_aligned)
{
    for (int round = 0; round < 3; round++) {
        for (size_t size = 1; size < 300; size += 7) {
            char *piece = arena_alloc(&arena, size);

            ck_assert_ptr_nonnull(piece);
            ck_assert_uint_eq((uintptr_t)piece % _Alignof(max_align_t), 0);
            for (size_t i = 0; i < size; i++)
                ck_assert_int_eq(piece[i], 0);
            memset(piece, 0xff, size);
            ck_assert_ptr_nonnull(arena_copy(&arena, "odd", 3));
        }
        arena_clear(&arena);
    }
}

CASE(large_pieces_fit)
{
    static const size_t sizes[] = {10, 200000, 10, 70000, 65536, 1, 300000};
    volatile size_t too_large = SIZE_MAX; /* a compiler that sees it in memset() complains */
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
            char *piece = arena_alloc(&arena, sizes[i]);

            ck_assert_ptr_nonnull(piece);
            memset(piece, 1, sizes[i]);
        }
        arena_clear(&arena);
    }
    ck_assert_ptr_null(arena_alloc(&arena, too_large));
    ck_assert_ptr_null(arena_copy(&arena, "", too_large));
}

CASE(cleared_memory_is_reused)
{
    char *first;

    first = arena_copy(&arena, "first", 5);
    for (int i = 0; i < 100; i++)
        arena_alloc(&arena, 5000);
    arena_clear(&arena);
    ck_assert_ptr_eq(arena_copy(&arena, "again", 5), first);
}

CASE(tasks_are_zeroed_and_kept)
{
    const struct task *tasks;

    for (int i = 0; i < 3000; i++) {
        struct task *task = snapshot_add(&snapshot);

        ck_assert_ptr_nonnull(task);
        ck_assert_int_eq(task->tid, 0);
        ck_assert_uint_eq(task->have, 0);
        ck_assert_ptr_eq(task->process, &process_none);
        task->tid = i + 1;
        task->have = NEED_STAT;
    }
    snapshot_drop_last(&snapshot);
    ck_assert_uint_eq(snapshot.count, 2999);
    for (size_t i = 0; i < snapshot.count; i++)
        ck_assert_int_eq(snapshot.tasks[i].tid, (int)i + 1);

    tasks = snapshot.tasks;
    snapshot_clear(&snapshot);
    ck_assert_uint_eq(snapshot.count, 0);
    ck_assert_uint_eq(snapshot_add(&snapshot)->have, 0);
    ck_assert_ptr_eq(snapshot.tasks, tasks);
}

/* Rows that were expected find their room, those that were there before stay, others still come. */
CASE(expected_rows_have_room)
{
    const struct task *tasks;

    for (int i = 0; i < 3; i++)
        snapshot_add(&snapshot)->tid = i + 1;
    ck_assert_int_eq(snapshot_expect(&snapshot, 10000), 0);
    tasks = snapshot.tasks;
    for (int i = 3; i < 10000; i++) {
        struct task *task = snapshot_add(&snapshot);

        ck_assert_ptr_nonnull(task);
        ck_assert_int_eq(task->tid, 0);
        task->tid = i + 1;
    }
    ck_assert_ptr_eq(snapshot.tasks, tasks);
    ck_assert_int_eq(snapshot_expect(&snapshot, 5), 0);
    ck_assert_ptr_eq(snapshot.tasks, tasks);
    for (int i = 10000; i < 20000; i++)
        snapshot_add(&snapshot)->tid = i + 1;
    for (int i = 0; i < 20000; i++)
        ck_assert_int_eq(snapshot.tasks[i].tid, i + 1);
}

/* However few were expected. */
CASE(more_rows_than_expected_have_room)
{
    for (size_t expected = 1; expected < 10; expected++) {
        ck_assert_int_eq(snapshot_expect(&snapshot, expected), 0);
        for (size_t i = 0; i < 1000; i++) {
            ck_assert_ptr_nonnull(snapshot_add(&snapshot));
            ck_assert_uint_le(snapshot.count, snapshot.capacity);
        }
        snapshot_fini(&snapshot);
        snapshot_init(&snapshot);
    }
}

/* A record for those that stand together and are alike; a change is the changed row's alone. */
CASE(equal_rows_share_a_record)
{
    struct process process = {.ppid = 1, .nlwp = 3};
    struct task *tasks;

    for (int i = 0; i < 3; i++) {
        struct task *task = snapshot_add(&snapshot);

        ck_assert_ptr_nonnull(task);
        task->process = &process; /* as while it is made */
        ck_assert_int_eq(snapshot_set_process(&snapshot, task, &process), 0);
        ck_assert_ptr_ne(task->process, &process);
    }
    tasks = snapshot.tasks;
    ck_assert_ptr_eq(tasks[1].process, tasks[0].process);
    ck_assert_ptr_eq(tasks[2].process, tasks[0].process);

    process.rss_kib = 4;
    ck_assert_int_eq(snapshot_set_process(&snapshot, &tasks[1], &process), 0);
    ck_assert_uint_eq(tasks[1].process->rss_kib, 4);
    ck_assert_int_eq(tasks[1].process->nlwp, 3);
    ck_assert_uint_eq(tasks[0].process->rss_kib, 0);
    ck_assert_uint_eq(tasks[2].process->rss_kib, 0);

    /* Rows may become alike in any order. */
    ck_assert_int_eq(snapshot_set_process(&snapshot, &tasks[0], &process), 0);
    ck_assert_ptr_eq(tasks[0].process, tasks[1].process);
    ck_assert_int_eq(snapshot_set_process(&snapshot, &tasks[2], &process), 0);
    ck_assert_ptr_eq(tasks[2].process, tasks[1].process);
}

/* Whatever is beside it in memory. */
CASE(other_tasks_share_no_record)
{
    const struct process process = {.nlwp = 3};
    struct task others[3] = {
        {.process = &process}, {.process = &process_none}, {.process = &process}};
    const struct process equal = process;

    ck_assert_ptr_nonnull(snapshot_add(&snapshot));
    ck_assert_int_eq(snapshot_set_process(&snapshot, &others[1], &equal), 0);
    ck_assert_ptr_ne(others[1].process, &process);
    ck_assert_int_eq(others[1].process->nlwp, 3);
}

CASE(rows_have_neighbours_and_other_tasks_none)
{
    const struct task other = {0};
    const struct task *rows;

    for (int i = 0; i < 3; i++)
        ck_assert_ptr_nonnull(snapshot_add(&snapshot));
    rows = snapshot.tasks;
    ck_assert_ptr_null(snapshot_row_before(&snapshot, rows));
    ck_assert_ptr_eq(snapshot_row_after(&snapshot, rows), rows + 1);
    ck_assert_ptr_eq(snapshot_row_before(&snapshot, rows + 2), rows + 1);
    ck_assert_ptr_null(snapshot_row_after(&snapshot, rows + 2));
    ck_assert_ptr_null(snapshot_row_before(&snapshot, &other));
    ck_assert_ptr_null(snapshot_row_after(&snapshot, &other));
}
