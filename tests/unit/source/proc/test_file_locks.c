/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who holds file locks, by lists of locks, and how much is read to find it. */
#include "lib/source/proc/file_locks.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/buf.h"
#include "lib/base/units.h"
#include "lib/source/proc/read.h"
#include "lib/source/source.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

#define HOLDER  10 /* of inode 77 */
#define HOLDER2 20 /* of inode 78 */
#define FILES   40

/* Who waits, with the file as descriptor 3. */
#define WAITER  900
#define WAITER2 901
#define OTHER   902

#define OF_HOLDER  "1: FLOCK  ADVISORY  WRITE 10 fe:00:77 0 EOF\n"
#define OF_HOLDER2 "2: FLOCK  ADVISORY  WRITE 20 fe:00:78 0 EOF\n"
#define LOCKS                                                       \
    OF_HOLDER                                                       \
    "1: -> FLOCK  ADVISORY  WRITE 900 fe:00:77 0 EOF\n"             \
    "1:  -> FLOCK  ADVISORY  WRITE 901 fe:00:77 0 EOF\n" OF_HOLDER2 \
    "2: -> FLOCK  ADVISORY  WRITE 902 fe:00:78 0 EOF\n"

static struct tree tree;
static struct file_locks locks;
static int64_t now_ns, cpu_ns;
static int64_t step_ns; /* CPU time between two looks at the clock */
static int64_t slow_ns; /* how long it takes to read the list */
static pid_t turn;      /* the last one */
static pid_t refused;
static const char *folder_at, *folder_pattern; /* of the task, in the tree */

TAKE_OVER(int, clock_gettime, clockid_t clock, struct timespec *time)
{
    const int64_t ns = clock == CLOCK_MONOTONIC ? now_ns : (cpu_ns += step_ns);

    *time = (struct timespec){ns / NS_PER_S, ns % NS_PER_S};
    return 0;
}

/* What glibc calls it where a long is shorter than time_t. */
TAKE_OVER(int, __clock_gettime64, clockid_t clock, struct timespec *time)
{
    return __wrap_clock_gettime(clock, time);
}

TAKE_OVER(int, read_each_line, int dir, const char *path, see_line *see, void *context)
{
    now_ns += slow_ns;
    return __real_read_each_line(dir, path, see, context);
}

static need_t allow(struct source_guard *guard, pid_t tgid, need_t need)
{
    turn = tgid;
    return tgid == refused ? 0 : need;
}

static struct source_guard guard = {allow};
static struct source source = {.guard = &guard};

/* Only one of the process's files has the lock. */
static void put_holder(int tgid, const char *lock)
{
    char path[64], text[128];

    for (int i = 1; i <= FILES; i++) {
        snprintf(path, sizeof(path), "%d/fdinfo/%d", tgid, i);
        snprintf(text, sizeof(text), "pos:\t0\n%s%s", i == FILES ? "lock:\t" : "",
                 i == FILES ? lock : "");
        tree_put(&tree, path, text);
    }
}

static void set_up(void)
{
    tree_init(&tree);
    tree_put(&tree, "locks", LOCKS);
    tree_put(&tree, "900/fdinfo/3", "ino:\t77\n");
    tree_put(&tree, "901/fdinfo/3", "ino:\t77\n");
    tree_put(&tree, "902/fdinfo/3", "ino:\t78\n");
    put_holder(HOLDER, OF_HOLDER);
    put_holder(HOLDER2, OF_HOLDER2);
    now_ns = 100 * NS_PER_S;
    folder_at = ".";
    folder_pattern = "G";
}

static void tear_down(void)
{
    file_locks_fini(&locks);
    tree_fini(&tree);
}

FIXTURE(set_up, tear_down);

static pid_t find_in_call(pid_t tgid, long number)
{
    struct task_syscall call = {
        .number = number, .arguments = {3, 7}, .place = PLACE_CALL, .bits = 8 * sizeof(long)};
    struct task_details details = {.syscall = &call};
    const struct task task = {.tgid = tgid, .tid = tgid, .details = &details};
    const int dir = open(tree.path, O_PATH | O_CLOEXEC);
    const int at = openat(dir, folder_at, O_PATH | O_CLOEXEC);
    struct task_folder folder;
    pid_t holder;

    ck_assert_int_ge(at, 0);
    locks.dir = dir;
    task_folder_set(&folder, at, folder_pattern, (struct task_id){tgid, tgid});
    ck_assert_int_eq(file_locks_find(&locks, &source, &folder, &task, &holder), 0);
    close(at);
    close(dir);
    return holder;
}

static pid_t find(pid_t tgid)
{
    return find_in_call(tgid, SYS_flock);
}

CASE(files_of_a_holder_are_searched_once_for_all_waiters)
{
    size_t files;

    ck_assert_int_eq(find(WAITER), HOLDER);
    files = locks.buffer.files;
    ck_assert_int_eq(find(WAITER2), HOLDER);
    ck_assert_uint_eq(locks.buffer.files, files + 1);
    ck_assert_int_eq(find(OTHER), HOLDER2);
    files = locks.buffer.files;
    ck_assert_int_eq(find(WAITER), HOLDER);
    ck_assert_uint_eq(locks.buffer.files, files + 1);
}

/* As it is while the directory of threads is open for its listing. */
CASE(a_folder_may_be_relative_to_the_directory_of_threads)
{
    tree_put(&tree, "900/task/900/fdinfo/3", "ino:\t77\n");
    folder_at = "900/task";
    folder_pattern = "T";
    ck_assert_int_eq(find(WAITER), HOLDER);
}

CASE(that_a_holder_has_no_such_file_is_kept_as_well)
{
    put_holder(HOLDER, OF_HOLDER2);
    ck_assert_int_eq(find(WAITER), LOCK_HOLDER_UNKNOWN);
    ck_assert_int_eq(find(WAITER2), LOCK_HOLDER_UNKNOWN);
    ck_assert_uint_eq(locks.buffer.files, FILES + 2);
}

CASE(a_new_list_is_searched_again)
{
    ck_assert_int_eq(find(WAITER), HOLDER);
    put_holder(HOLDER, OF_HOLDER2);
    now_ns += NS_PER_S / 10 - 1;
    ck_assert_int_eq(find(WAITER), HOLDER);
    now_ns++;
    ck_assert_int_eq(find(WAITER), LOCK_HOLDER_UNKNOWN);
}

static const struct {
    int64_t slow_ns, valid_ns;
} reads[] = {
    {NS_PER_S / 1000, NS_PER_S / 10},
    {NS_PER_S / 2, 5 * NS_PER_S},
    {60 * NS_PER_S, 10 * NS_PER_S}, /* it was stopped */
};

LOOP(a_list_is_used_longer_than_it_takes_to_read, COUNT_OF(reads))
{
    slow_ns = reads[_i].slow_ns;
    ck_assert_int_eq(find(WAITER), HOLDER);
    tree_put(&tree, "locks", "");
    now_ns += reads[_i].valid_ns - 1;
    ck_assert_int_eq(find(WAITER), HOLDER);
    now_ns++;
    ck_assert_int_eq(find(WAITER), LOCK_HOLDER_UNKNOWN);
}

CASE(searches_of_a_second_are_limited)
{
    step_ns = CPU_BUDGET_NS;
    ck_assert_int_eq(find(WAITER), HOLDER);
    ck_assert_int_eq(find(OTHER), LOCK_HOLDER_UNKNOWN);
    ck_assert_int_eq(find(WAITER2), HOLDER);
    now_ns += NS_PER_S;
    ck_assert_int_eq(find(OTHER), HOLDER2);
}

/* Who verifies what was found must not be told that it is unknown by now. */
CASE(a_search_can_be_made_again)
{
    step_ns = CPU_BUDGET_NS;
    ck_assert_int_eq(find(WAITER), HOLDER);
    file_locks_again(&locks);
    ck_assert_int_eq(find(WAITER), HOLDER);
}

CASE(files_of_a_holder_are_read_in_its_turn)
{
    ck_assert_int_eq(find(WAITER), HOLDER);
    ck_assert_int_eq(turn, HOLDER);
    refused = HOLDER2;
    ck_assert_int_eq(find(OTHER), LOCK_HOLDER_UNKNOWN);
    ck_assert_int_eq(turn, HOLDER2);
    refused = 0;
    ck_assert_int_eq(find(OTHER), HOLDER2);
}

#define POSIX_WAIT "5: -> POSIX  ADVISORY  WRITE 900 fe:00:77 0 EOF\n"

static const struct {
    const char *locks;
    pid_t holder;
} lists[] = {
    {"1: POSIX  ADVISORY  WRITE 30 fe:00:77 0 EOF\n" POSIX_WAIT, 30},
    {"1: POSIX  ADVISORY  WRITE 30 fe:00:76 0 EOF\n"
     "5: POSIX  ADVISORY  WRITE -17 fe:00:77 0 EOF\n" POSIX_WAIT,
     LOCK_HOLDER_UNKNOWN},
    {"1: POSIX  ADVISORY  WRITE 30 fe:00:76 0 EOF\n"
     "5: LEASE  ACTIVE    READ  40 fe:00:77 0 EOF\n" POSIX_WAIT,
     LOCK_HOLDER_UNKNOWN},
    {"5: POSIX  ADVISORY  WRITE 30 fe:00:77 0 EOF\n"
     "5: -> POSIX  ADVISORY  WRITE -17 fe:00:77 0 EOF\n" POSIX_WAIT,
     30},
    {POSIX_WAIT, LOCK_HOLDER_UNKNOWN},
};

LOOP(holders_by_lists, COUNT_OF(lists))
{
    tree_put(&tree, "locks", lists[_i].locks);
    ck_assert_int_eq(find_in_call(WAITER, SYS_fcntl), lists[_i].holder);
}

/* Anybody may have as many locks. */
CASE(only_the_beginning_of_a_long_list_is_read)
{
    struct buf list = {0};

    for (int i = 0; i < 100000; i++)
        buf_puts(&list, "1: POSIX  ADVISORY  WRITE 30 fe:00:76 0 EOF\n");
    buf_puts(&list, LOCKS);
    tree_put(&tree, "locks", buf_text(&list));
    ck_assert_int_eq(find(WAITER), LOCK_HOLDER_UNKNOWN);
    buf_fini(&list);
}
