/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The threads of this process, which come and go, as they are listed again and as they are listed
 * anew. */
#include "lib/source/proc/history/relist.h"

#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/common/child.h"
#include "tests/common/event.h"
#include "tests/common/small_thread.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"

/* More than are ever listed but all. */
#define THREADS 2200

static struct {
    pthread_t thread;
    sem_t end;
} threads[THREADS];

static struct thread_order order;
static struct listing listing, anew;
static int task_dir;

static void *wait_for_end(void *end)
{
    event_wait(end);
    return NULL;
}

static void start(size_t index)
{
    sem_init(&threads[index].end, 0, 0);
    ck_assert(small_thread_start(&threads[index].thread, wait_for_end, &threads[index].end));
}

static void stop(size_t index)
{
    sem_post(&threads[index].end);
    ck_assert_int_eq(pthread_join(threads[index].thread, NULL), 0);
    sem_destroy(&threads[index].end);
}

static void restart(size_t index)
{
    stop(index);
    start(index);
}

static bool is_as_listed_anew(void)
{
    ck_assert_int_eq(thread_order_list(&order, task_dir, &listing), 0);
    ck_assert_int_eq(listing_read(&anew, AT_FDCWD, "/proc/self/task", LISTING_PLAIN), 0);
    if (order.count != anew.count)
        return false;
    for (size_t i = 0; i < order.count; i++)
        if (order.tids[i] != anew.entries[i].id)
            return false;
    return true;
}

/* pthread_join() returns before the kernel has removed the thread altogether. */
static void check_all(void)
{
    WAIT_UNTIL (is_as_listed_anew(), "%zu threads, %zu listed", order.count, anew.count)
        continue;
}

/* The same, but for the listing of all that is made now and then. */
static void check_tail(void)
{
    do
        check_all();
    while (order.tails == 0);
    ck_assert_uint_lt(listing.count, THREADS / 10);
}

static void setup(void)
{
    task_dir = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ck_assert_int_ge(task_dir, 0);
}

static void teardown(void)
{
    thread_order_fini(&order);
    listing_fini(&listing);
    listing_fini(&anew);
    close(task_dir);
}

FIXTURE(setup, teardown);

CASE(threads_come_and_go)
{
    check_all();
    for (size_t i = 0; i < THREADS; i++)
        start(i);
    check_all();
    ck_assert_uint_gt(order.count, THREADS);

    /* What is there already is not listed again. */
    check_tail();
    restart(THREADS - 1);
    check_tail();

    /* Of the youngest, farther ahead, and the first. */
    for (size_t i = THREADS - 50; i < THREADS; i += 3)
        restart(i);
    check_all();
    restart(THREADS / 2);
    check_all();
    restart(0);
    check_all();

    /* As many as came before, but others, and fewer than ever. */
    for (size_t i = 0; i < THREADS; i++)
        restart(i);
    check_all();
    for (size_t i = 0; i < THREADS; i++)
        stop(i);
    check_all();
    ck_assert_uint_lt(order.count, THREADS / 10);
}

CASE(a_missed_thread_is_found)
{
    int count = 0;

    for (size_t i = 0; i < THREADS; i++)
        start(i);
    check_all();
    order.tids[THREADS / 2] = 1; /* of no thread of ours */
    while (!is_as_listed_anew())
        count++;
    ck_assert_int_gt(count, 0);
    ck_assert_int_le(count, THREAD_ORDER_TAILS_MAX);
    for (size_t i = 0; i < THREADS; i++)
        stop(i);
}

static void be_many(int ready, void *unused)
{
    pthread_t thread;

    for (int i = 0; i < THREADS / 10; i++)
        if (!small_thread_start(&thread, small_thread_sleep_on, NULL))
            _exit(EXIT_FAILURE);
    if (child_say_ready(ready))
        small_thread_sleep_on(unused);
    _exit(EXIT_FAILURE);
}

CASE(an_ended_process_has_none)
{
    const pid_t child = child_start(be_many, NULL);
    char path[64];
    int dir;

    ck_assert_int_gt(child, 0);
    snprintf(path, sizeof(path), "/proc/%d/task", (int)child);
    dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ck_assert_int_ge(dir, 0);
    ck_assert_int_eq(thread_order_list(&order, dir, &listing), 0);
    ck_assert_uint_gt(order.count, THREADS / 10);
    child_end(child);
    ck_assert_int_eq(thread_order_list(&order, dir, &listing), -ENOENT);
    ck_assert_uint_eq(order.count, 0);
    close(dir);
}
