/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exits: whose they are, and, on the running kernel, that all of them are heard. */
#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/ended/exits.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"

static struct exit_table table;

static void teardown(void)
{
    exit_table_fini(&table);
}

static uint64_t processes_of(pid_t tgid)
{
    const struct exit_entry *entry;

    exit_table_settle(&table);
    entry = exit_table_find(&table, tgid);

    return entry ? entry->processes : 0;
}

static uint64_t threads_of(pid_t tgid)
{
    const struct exit_entry *entry = exit_table_find(&table, tgid);

    return entry ? entry->threads : 0;
}

START_TEST(exits_are_their_parent_s)
{
    exit_table_add_process(&table, 20, 10);
    exit_table_add_process(&table, 21, 10);
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
START_TEST(those_of_who_has_ended_are_its_parent_s)
{
    exit_table_add_thread(&table, 40);
    exit_table_add_process(&table, 40, 30);
    exit_table_add_process(&table, 41, 30);
    exit_table_add_process(&table, 30, 20);
    ck_assert_uint_eq(processes_of(20), 3);
    exit_table_add_process(&table, 20, 10);
    ck_assert_uint_eq(processes_of(10), 4);
    ck_assert_uint_eq(threads_of(10), 0);
    ck_assert_uint_eq(processes_of(20) + processes_of(30) + threads_of(40), 0);
    ck_assert_uint_eq(table.processes, 4);
    ck_assert_uint_eq(table.threads, 5);
}

START_TEST(the_kernel_may_not_say_whose_they_are)
{
    exit_table_add_process(&table, 40, 30);
    exit_table_add_process(&table, 30, 0);
    exit_table_add_process(&table, 41, 10);
    ck_assert_uint_eq(processes_of(10), 1);
    ck_assert_uint_eq(table.unparented, 2);
    ck_assert_uint_eq(table.processes, 3);
    exit_table_clear(&table);
    ck_assert_uint_eq(table.unparented, 0);
}

/* Its leader exits, and that thread takes the leader's PID. */
START_TEST(a_thread_that_starts_a_program_ends_no_process)
{
    exit_table_add_process(&table, 20, 10);
    exit_table_add_process(&table, 30, 10);
    exit_table_add_exec(&table, 20);
    exit_table_add_exec(&table, 40);
    ck_assert_uint_eq(processes_of(10), 1);
    ck_assert_uint_eq(table.processes, 1);
    ck_assert_uint_eq(table.threads, 2);
}

/* A PID may be used again, after many others. */
START_TEST(a_program_started_later_ends_nothing)
{
    exit_table_add_process(&table, 20, 10);
    for (pid_t tgid = 1000; tgid < 1000 + EXIT_RECENT; tgid++)
        exit_table_add_process(&table, tgid, 10);
    exit_table_add_exec(&table, 20);
    ck_assert_uint_eq(processes_of(10), EXIT_RECENT + 1);
}

START_TEST(who_has_ended_takes_no_room)
{
    for (pid_t tgid = 1000; tgid < 1000 + 3 * EXIT_ENTRIES; tgid++) {
        exit_table_add_process(&table, 50, tgid);
        exit_table_add_process(&table, tgid, 10);
    }
    ck_assert(!table.is_lost);
    ck_assert_uint_eq(processes_of(10), 2 * 3 * EXIT_ENTRIES);
}

START_TEST(more_than_there_is_room_for_are_lost)
{
    for (pid_t tgid = 1; tgid <= EXIT_ENTRIES; tgid++)
        exit_table_add_thread(&table, tgid);
    ck_assert(!table.is_lost);
    exit_table_add_thread(&table, EXIT_ENTRIES + 1);
    ck_assert(table.is_lost);
    exit_table_clear(&table);
    ck_assert(!table.is_lost);
}

#define CHILDREN  100
#define THREADS   500
#define EXCHANGES 20 /* children of which another thread starts a program */

static void *end_at_once(void *nothing)
{
    return nothing;
}

static void make_threads(void)
{
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;

        ck_assert_int_eq(pthread_create(&thread, NULL, end_at_once, NULL), 0);
        pthread_join(thread, NULL);
    }
}

static void *start_program(void *nothing)
{
    execl("/bin/true", "true", (char *)NULL);
    _exit(EXIT_FAILURE);
    return nothing;
}

static void start_by_thread(void)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, start_program, NULL) != 0)
        _exit(EXIT_FAILURE);
    for (;;)
        pause();
}

static void make_children(void)
{
    for (int i = 0; i < CHILDREN; i++) {
        const pid_t child = fork();

        if (child == 0 && i < EXCHANGES)
            start_by_thread();
        if (child == 0)
            _exit(EXIT_SUCCESS);
        ck_assert_int_eq(waitpid(child, NULL, 0), child);
    }
}

/* The kernel tells of an exit just after the parent knows. */
START_TEST(all_are_heard)
{
    uint64_t processes = 0, threads = 0, unparented = 0;
    bool is_lost = false;
    struct exits *exits;

    if (exits_open(&exits) < 0) {
        leave_out("exits that are heard", "the kernel does not tell of them here");
        return;
    }
    make_threads();
    make_children();
    WAIT_UNTIL (processes + unparented >= CHILDREN || is_lost, "%ju with a parent, %ju without",
                (uintmax_t)processes, (uintmax_t)unparented) {
        const struct exit_table *heard = exits_take(exits);
        const struct exit_entry *entry = exit_table_find(heard, getpid());

        processes += entry ? entry->processes : 0;
        threads += entry ? entry->threads : 0;
        unparented += heard->unparented;
        is_lost |= heard->is_lost;
    }
    exits_close(exits);
    if (is_lost) {
        leave_out("exits that are heard", "the kernel says that some were lost");
        return;
    }
    ck_assert_uint_le(processes, CHILDREN);
    ck_assert_uint_eq(threads, THREADS);
}

TESTS("ended_exits", FIXTURE(NULL, teardown), CASE(exits_are_their_parent_s),
      CASE(those_of_who_has_ended_are_its_parent_s), CASE(the_kernel_may_not_say_whose_they_are),
      CASE(a_thread_that_starts_a_program_ends_no_process),
      CASE(a_program_started_later_ends_nothing), CASE(who_has_ended_takes_no_room),
      CASE(more_than_there_is_room_for_are_lost), CASE(all_are_heard))
