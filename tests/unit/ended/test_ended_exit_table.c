/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exits: whose they are. */
#include "lib/ended/exits.h"
#include "tests/unit/ended/readings.h"
#include "tests/unit/run.h"

static struct exit_table table;
static struct seen_lists seen; /* nobody, but where a reading is taken */

static void teardown(void)
{
    exit_table_fini(&table);
    seen_fini(&seen);
}

FIXTURE(NULL, teardown);

static uint64_t processes_of(pid_t tgid)
{
    const struct exit_entry *entry;

    ck_assert_int_eq(exit_table_settle(&table, &seen), 0);
    entry = exit_table_find(&table, tgid);

    return entry ? entry->processes : 0;
}

static uint64_t threads_of(pid_t tgid)
{
    const struct exit_entry *entry = exit_table_find(&table, tgid);

    return entry ? entry->threads : 0;
}

CASE(exits_are_their_parent_s)
{
    exit_table_add_leader(&table, 20, 10);
    exit_table_add_leader(&table, 21, 10);
    exit_table_add_thread(&table, 10);
    ck_assert_uint_eq(processes_of(10), 2);
    ck_assert_uint_eq(threads_of(10), 1);
    ck_assert_uint_eq(table.processes, 2);
    ck_assert_uint_eq(table.threads, 3);
    exit_table_clear(&table);
    ck_assert_uint_eq(processes_of(10), 0);
    ck_assert_uint_eq(table.threads, 0);
}

/* make started sh, that cc, and that cc1 and as, of which one had a thread. */
CASE(those_of_who_has_ended_are_its_parent_s)
{
    exit_table_add_thread(&table, 40);
    exit_table_add_leader(&table, 40, 30);
    exit_table_add_leader(&table, 41, 30);
    exit_table_add_leader(&table, 30, 20);
    ck_assert_uint_eq(processes_of(20), 3);
    exit_table_add_leader(&table, 20, 10);
    ck_assert_uint_eq(processes_of(10), 4);
    ck_assert_uint_eq(threads_of(10), 0);
    ck_assert_uint_eq(processes_of(20) + processes_of(30) + threads_of(40), 0);
    ck_assert_uint_eq(table.processes, 4);
    ck_assert_uint_eq(table.threads, 5);
}

CASE(the_kernel_may_not_say_whose_they_are)
{
    exit_table_add_leader(&table, 40, 30);
    exit_table_add_leader(&table, 30, 0);
    exit_table_add_leader(&table, 41, 10);
    ck_assert_uint_eq(processes_of(10), 1);
    ck_assert_uint_eq(table.unparented, 2);
    ck_assert_uint_eq(table.processes, 3);
    exit_table_clear(&table);
    ck_assert_uint_eq(table.unparented, 0);
}

/* Its leader exits, and that thread takes the leader's PID. */
CASE(a_thread_that_starts_a_program_ends_no_process)
{
    exit_table_add_leader(&table, 20, 10);
    exit_table_add_leader(&table, 30, 10);
    exit_table_forget_leader(&table, 20);
    exit_table_forget_leader(&table, 40);
    ck_assert_uint_eq(processes_of(10), 1);
    ck_assert_uint_eq(table.processes, 1);
    ck_assert_uint_eq(table.threads, 2);
}

/* A PID may be used again, after many others. */
CASE(a_program_started_later_ends_nothing)
{
    exit_table_add_leader(&table, 20, 10);
    for (pid_t tgid = 1000; tgid < 1000 + EXIT_RECENT; tgid++)
        exit_table_add_leader(&table, tgid, 10);
    exit_table_forget_leader(&table, 20);
    ck_assert_uint_eq(processes_of(10), EXIT_RECENT + 1);
}

/*
 * The leaders of 20 and 30 exit, that of 20 after its row was read; 20 lives on in a second thread
 * until the third reading.
 */
CASE(a_process_lives_as_long_as_a_thread)
{
    struct reading_row rows[] = {
        {10, 0, 1, "sh", 500, 0, 0},     {10, 10, 1, "sh", 500, 0, 0},
        {20, 0, 10, "pool", 500, 0, 0},  {20, 20, 10, "pool", 500, 0, 0},
        {20, 21, 10, "pool", 500, 0, 0}, {30, 0, 10, "dead", 500, 0, 0},
        {30, 30, 10, "dead", 500, 0, 0},
    };

    exit_table_add_leader(&table, 20, 9);
    exit_table_add_leader(&table, 30, 10);
    TAKE(&seen, 1000, rows);
    ck_assert_uint_eq(processes_of(10), 1);
    ck_assert_uint_eq(table.processes, 1);
    /* However many others exit meanwhile. */
    for (pid_t tgid = 1000; tgid < 1000 + 2 * EXIT_RECENT; tgid++)
        exit_table_add_leader(&table, tgid, 11);
    rows[3].tid = ZOMBIE(20);
    take_reading(&seen, 2000, rows, 5);
    ck_assert_uint_eq(processes_of(10), 1);
    exit_table_add_thread(&table, 20);
    take_reading(&seen, 3000, rows, 2);
    ck_assert_uint_eq(processes_of(10), 2); /* by then, 9 is not its parent */
    ck_assert_uint_eq(processes_of(9), 0);
    ck_assert_uint_eq(threads_of(20), 0);
    ck_assert_uint_eq(table.processes, 2 + 2 * EXIT_RECENT);
    ck_assert_uint_eq(table.threads, 3 + 2 * EXIT_RECENT);
}

/* By a process with threads, of which the last reading has a row. */
CASE(a_number_that_is_used_again_is_another_process)
{
    const struct reading_row rows[] = {{20, 0, 10, "pool", 1500, 0, 0},
                                       {20, 20, 10, "pool", 1500, 0, 0},
                                       {20, 21, 10, "pool", 1500, 0, 0}};

    take_reading(&seen, 1000, rows, 0);
    exit_table_add_leader(&table, 20, 10);
    TAKE(&seen, 2000, rows);
    ck_assert_uint_eq(processes_of(10), 1);
}

/* The thread that was left starts a program, which ends, too, at once or later. */
LOOP(a_process_without_leader_may_start_a_program, 2)
{
    const struct reading_row rows[] = {{20, 0, 10, "pool", 500, 0, 0},
                                       {20, 20, 10, "pool", 500, 0, 0},
                                       {20, 21, 10, "pool", 500, 0, 0}};

    exit_table_add_leader(&table, 20, 10);
    TAKE(&seen, 1000, rows);
    ck_assert_uint_eq(processes_of(10), 0);
    exit_table_forget_leader(&table, 20);
    if (_i == 1) {
        take_reading(&seen, 2000, rows, 2);
        ck_assert_uint_eq(processes_of(10), 0);
    }
    exit_table_add_leader(&table, 20, 10);
    take_reading(&seen, 3000, NULL, 0);
    ck_assert_uint_eq(processes_of(10), 1);
    ck_assert_uint_eq(table.processes, 1);
}

CASE(who_has_ended_takes_no_room)
{
    for (pid_t tgid = 1000; tgid < 1000 + 3 * EXIT_ENTRIES; tgid++) {
        exit_table_add_leader(&table, 50, tgid);
        exit_table_add_leader(&table, tgid, 10);
    }
    ck_assert(!table.is_lost);
    ck_assert_uint_eq(processes_of(10), 2 * 3 * EXIT_ENTRIES);
}

CASE(more_than_there_is_room_for_are_lost)
{
    for (pid_t tgid = 1; tgid <= EXIT_ENTRIES; tgid++)
        exit_table_add_thread(&table, tgid);
    ck_assert(!table.is_lost);
    exit_table_add_thread(&table, EXIT_ENTRIES + 1);
    ck_assert(table.is_lost);
    /* Nor is room made again and again. */
    exit_table_add_leader(&table, 1, 2);
    ck_assert_uint_eq(processes_of(2), 1);
    exit_table_add_thread(&table, EXIT_ENTRIES + 2);
    ck_assert_uint_eq(threads_of(EXIT_ENTRIES + 2), 0);
    exit_table_clear(&table);
    ck_assert(!table.is_lost);
}
