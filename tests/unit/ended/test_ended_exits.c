/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All exits are heard, on the running kernel. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/ended/exits.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"

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
CASE(all_are_heard)
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
        struct exit_table *heard = exits_take(exits);
        const struct exit_entry *entry;

        ck_assert_int_eq(exit_table_settle(heard, &(struct seen_lists){0}), 0);
        entry = exit_table_find(heard, getpid());

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
