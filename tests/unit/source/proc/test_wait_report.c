/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What reports of waits do when the kernel's answers change or cannot be had. */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/source/proc/parse/parse.h"
#include "lib/source/proc/report/report.h"
#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/take_over.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"

#define NEVER_A_TASK (4 * 1024 * 1024 - 1)

static struct wait_report report;
static unsigned list_reads, memory_reads; /* so far */
static unsigned failing;                  /* of the latter; 0: none */
static unsigned forged;                   /* of them, from the first: no such owner */
static bool lists_end;                    /* all lists of locks but the first are empty */
static bool without_auxv;
static pid_t without_maps;
static pid_t turn; /* the process whose files may be read now */

static need_t note_turn(struct source_guard *guard, pid_t tgid, need_t need)
{
    turn = tgid;
    return need;
}

TAKE_OVER(int, read_each_line, int dir, const char *path, see_line *see, void *context)
{
    if (strcmp(path, "locks") == 0 && list_reads++ > 0 && lists_end)
        return 0;
    return __real_read_each_line(dir, path, see, context);
}

TAKE_OVER(int, task_folder_each_mapping, const struct task_folder *folder,
          int (*see)(void *context, const struct mapping *mapping), void *context)
{
    if (without_maps && strtol(folder->prefix, NULL, 10) == without_maps)
        return -EMFILE;
    return __real_task_folder_each_mapping(folder, see, context);
}

TAKE_OVER(ssize_t, memory_read, const struct task_reader *reader, uint64_t address, void *bytes,
          size_t size)
{
    ssize_t len;

    ck_assert_int_eq(reader->task->tgid, turn);
    if (++memory_reads == failing)
        return -EMFILE;
    len = __real_memory_read(reader, address, bytes, size);
    if (memory_reads <= forged)
        ((uint32_t *)bytes)[2] = NEVER_A_TASK; /* the owner in a mutex of glibc */
    return len;
}

TAKE_OVER(ssize_t, task_reader_read, const struct task_reader *reader, const char *name)
{
    ck_assert_int_eq(reader->task->tgid, turn);
    if (without_auxv && strcmp(name, "auxv") == 0)
        return -EMFILE;
    return __real_task_reader_read(reader, name);
}

/* Its stack may be that of a program of 32 bits. */
TAKE_OVER(bool, syscall_parse, const char *text, struct task_syscall *call, uint64_t *pointer)
{
    const bool result = __real_syscall_parse(text, call, pointer);

    if (without_auxv)
        *pointer = 4096;
    return result;
}

static struct source *open_source(void)
{
    static struct source_guard guard = {note_turn};
    const struct source_options options = {.name = "task", .fills_only = true};
    struct source *source;
    struct buf why = {0};

    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    source_set_guard(source, &guard);
    buf_fini(&why);
    return source;
}

/* By a source of its own, which has kept nothing. */
static int look(pid_t tgid, pid_t tid)
{
    const struct task task = {.tgid = tgid, .tid = tid};
    struct source *source = open_source();
    int result;

    list_reads = memory_reads = 0;
    result = source_report_wait(source, &task, &report);
    source_close(source);
    return result;
}

static bool is_named(pid_t tgid, pid_t tid)
{
    return look(tgid, tid) == 0 && report.link_count == 2 && report.links[0].owner == OWNER_NAMED;
}

static void lock_file(int ready, void *path)
{
    const int file = open(path, O_RDWR | O_CLOEXEC);

    if (file < 0 || flock(file, LOCK_EX) < 0 || !child_say_ready(ready))
        _exit(EXIT_FAILURE);
    for (;;)
        pause();
}

static pid_t holder, waiter; /* of a file */

static void set_up_file(void)
{
    char path[] = "/tmp/wait-report-XXXXXX";
    const int file = mkstemp(path);

    ck_assert_int_ge(file, 0);
    close(file);
    holder = child_start(lock_file, path);
    waiter = child_fork();
    if (waiter == 0)
        lock_file(-1, path);
    WAIT_UNTIL (is_named(waiter, waiter), "%u links", report.link_count)
        continue;
    unlink(path);
}

static void tear_down_file(void)
{
    child_end(waiter);
    child_end(holder);
}

FIXTURE(set_up_file, tear_down_file);

CASE(holders_of_files_are_verified)
{
    lists_end = true;
    ck_assert_int_eq(look(waiter, waiter), 0);
    ck_assert_int_eq(report.links[0].owner, OWNER_UNNAMED); /* it has not woken up */
    ck_assert_uint_eq(report.link_count, 1);
}

/* What is read of a task is read in its turn, also behind the files of another one. */
CASE(rows_are_filled_in_their_turns)
{
    struct source *source = open_source();
    struct snapshot snapshot;
    struct task *task;

    snapshot_init(&snapshot);
    task = snapshot_add(&snapshot);
    ck_assert_ptr_nonnull(task);
    task->tid = task->tgid = waiter;
    ck_assert_int_eq(
        source_fill(source, &snapshot, task, NEED_LOCK_HOLDER | NEED_RUN_DELAY | NEED_SWITCHES), 0);
    ck_assert_int_eq(task->details->lock_holder, holder);
    ck_assert_int_ge(task->details->voluntary_switches, 0);
    source_close(source);
    snapshot_fini(&snapshot);
}

CASE(a_shortage_is_no_program_of_unknown_size)
{
    without_auxv = true;
    ck_assert_int_eq(look(waiter, waiter), -EMFILE);
}

FIXTURE(NULL, NULL);

struct locked {
    atomic_int tids[3];
    pthread_mutex_t mutex, plain;
    pthread_rwlock_t rwlock;
};

static struct locked *locked;

static void *wait_for_mutex(void *unused)
{
    locked->tids[0] = gettid();
    pthread_mutex_lock(&locked->mutex);
    return unused;
}

static void *wait_for_rwlock(void *unused)
{
    locked->tids[1] = gettid();
    pthread_rwlock_rdlock(&locked->rwlock);
    return unused;
}

static void *wait_for_plain(void *unused)
{
    locked->tids[2] = gettid();
    pthread_mutex_lock(&locked->plain);
    return unused;
}

/* One is confirmed by its owner's list, one is found beside a word of any meaning. */
static void hold_locks(int ready, void *unused)
{
    pthread_mutexattr_t robust;
    pthread_t thread;

    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&locked->mutex, &robust);
    pthread_mutex_init(&locked->plain, NULL);
    pthread_rwlock_init(&locked->rwlock, NULL);
    pthread_mutex_lock(&locked->mutex);
    pthread_mutex_lock(&locked->plain);
    pthread_rwlock_wrlock(&locked->rwlock);
    pthread_create(&thread, NULL, wait_for_mutex, unused);
    pthread_create(&thread, NULL, wait_for_rwlock, unused);
    pthread_create(&thread, NULL, wait_for_plain, unused);
    child_say_ready(ready);
    for (;;)
        pause();
}

static pid_t start_locked(int wanted)
{
    pid_t child;

    locked = child_share(sizeof(*locked));
    child = child_start(hold_locks, NULL);
    WAIT_UNTIL (locked->tids[wanted] && is_named(child, locked->tids[wanted]), "%u links",
                report.link_count)
        continue;
    return child;
}

CASE(owners_that_do_not_exist_are_verified)
{
    const pid_t child = start_locked(2);

    forged = 1;
    ck_assert_int_eq(look(child, locked->tids[2]), 0);
    ck_assert_int_eq(report.links[0].owner, OWNER_CHANGES);
    forged = 2;
    ck_assert_int_eq(look(child, locked->tids[2]), 0);
    ck_assert_int_eq(report.links[0].owner, OWNER_ABSENT);
    child_end(child);
}

LOOP(a_shortage_is_an_error_wherever_memory_is_read, 2)
{
    const pid_t child = start_locked(_i);
    const unsigned reads = memory_reads;

    ck_assert_uint_gt(reads, 2); /* three on 32 bits */
    for (failing = 1; failing <= reads; failing++)
        ck_assert_msg(look(child, locked->tids[_i]) == -EMFILE, "read %u of %u", failing, reads);
    ck_assert_int_eq(look(child, locked->tids[_i]), 0);
    child_end(child);
}

static void wait_at(int ready, void *word)
{
    child_say_ready(ready);
    for (;;)
        syscall(SYS_futex, word, FUTEX_WAIT, 0, NULL, NULL, 0);
}

CASE(a_shortage_is_an_error_where_other_waiters_are_searched)
{
    void *word = child_share(sizeof(uint32_t));
    const pid_t child = child_start(wait_at, word), other = child_start(wait_at, word);

    WAIT_UNTIL (look(child, child) == 0 && report.waiters == 1, "%u waiters", report.waiters)
        continue;
    without_maps = other;
    ck_assert_int_eq(look(child, child), -EMFILE);
    child_end(other);
    child_end(child);
}

int main(void)
{
    if (is_emulated() || access("/proc/self/syscall", R_OK) < 0) {
        leave_out("wait_report", "this kernel does not say what call a task is in");
        return EXIT_SUCCESS;
    }
    return run_tests();
}
