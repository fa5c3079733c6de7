/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guard against reads that block: turns, what is stuck, and who was left behind. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "lib/base/kernel.h"
#include "lib/source/guard.h"
#include "tests/common/missing_page.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"

static struct stuck_list stuck = STUCK_LIST_INIT;
static struct read_guard guard;
static int calls;

static void count_call(void)
{
    calls++;
}

static need_t allow(pid_t tgid, need_t need)
{
    return guard.guard.allow(&guard.guard, tgid, need);
}

static uint64_t turn_of(pid_t tgid, need_t need)
{
    ck_assert_uint_eq(allow(tgid, need), need);
    return read_guard_turn(&guard);
}

static void set_up(void)
{
    read_guard_init(&guard, &stuck, NULL);
    read_guard_begin(&guard);
}

static void tear_down(void)
{
    stuck_list_fini(&stuck);
}

FIXTURE(set_up, tear_down);

CASE(turns_differ_and_say_whether_one_reads)
{
    uint64_t first, second;

    ck_assert(!read_guard_turn_reads(read_guard_turn(&guard)));
    first = turn_of(42, NEED_CMDLINE);
    second = turn_of(42, NEED_CMDLINE);
    ck_assert(first != second);
    ck_assert(read_guard_turn_reads(second));
    ck_assert(!read_guard_turn_reads(turn_of(42, NEED_STATUS))); /* which never blocks */
    turn_of(42, NEED_CMDLINE);
    read_guard_rest(&guard);
    ck_assert(!read_guard_turn_reads(read_guard_turn(&guard)));
    ck_assert(!read_guard_is_blocked(&guard, second)); /* it has ended */
}

/* A reader that runs is not blocked: it is this thread. */
CASE(one_that_runs_is_not_blocked)
{
    ck_assert(!read_guard_is_blocked(&guard, turn_of(42, NEED_CMDLINE)));
}

static struct {
    volatile const char *page;
    int ends[2];
    uint64_t turn;
    _Atomic pid_t tid;
} slow;

/* Waits for its page, then for a pipe. */
static void *be_slow(void *unused)
{
    char byte;

    read_guard_begin(&guard);
    slow.turn = turn_of(42, NEED_CMDLINE);
    slow.tid = gettid();
    byte = *slow.page;
    ck_assert_int_eq(read(slow.ends[0], &byte, 1), 0);
    return unused;
}

/* Until the kernel says of it that it waits: in a call, or in none. */
static void wait_until_slow(bool in_call)
{
    char path[64], text[256] = "";

    WAIT_UNTIL (slow.tid != 0, "no thread")
        continue;
    snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", (int)slow.tid);
    WAIT_UNTIL (kernel_file_read(path, text, sizeof(text)) && text[0] != 'r' &&
                    (text[0] != '-') == in_call,
                "%s", text)
        continue;
}

/* What the reader has to wait for is then no fault of the task's. */
LOOP(one_that_waits_for_its_own_memory_is_not_blocked,
     is_emulated() ? leave_out("a reader that waits for memory", "the emulator has its own") : 1)
{
    pthread_t thread;
    const char *page;
    int faults;

    slow.page = page = missing_page(&faults);
    if (!slow.page || access("/proc/self/syscall", R_OK) < 0) {
        leave_out("a reader that waits for memory", "no userfaultfd(2), or no syscall in /proc");
        return;
    }
    ck_assert_int_eq(pipe(slow.ends), 0);
    ck_assert_int_eq(pthread_create(&thread, NULL, be_slow, NULL), 0);
    wait_until_slow(false);
    ck_assert(!read_guard_is_blocked(&guard, slow.turn));
    ck_assert_int_eq(missing_page_bring(faults, page), 0);
    wait_until_slow(true);
    ck_assert(read_guard_is_blocked(&guard, slow.turn));
    close(slow.ends[1]);
    pthread_join(thread, NULL);
    close(slow.ends[0]);
    close(faults);
}

CASE(what_is_stuck_is_not_read)
{
    const uint64_t lazy = turn_of(42, NEED_CMDLINE), again = turn_of(42, NEED_CMDLINE);
    const uint64_t scanned = turn_of(43, NEED_STAT);

    ck_assert_int_eq(stuck_list_add(&stuck, lazy), 0);
    ck_assert_int_eq(stuck_list_add(&stuck, again), 0); /* once */
    ck_assert_int_eq(stuck_list_add(&stuck, scanned), 0);
    ck_assert_int_eq(stuck_list_add(&stuck, turn_of(SOURCE_MANY, NEED_ENVIRON)), 0);
    ck_assert_uint_eq(stuck_list_count_processes(&stuck), 2);
    ck_assert_uint_eq(allow(42, NEED_STAT | NEED_CMDLINE | NEED_STATUS), NEED_STAT | NEED_STATUS);
    ck_assert_uint_eq(allow(43, NEED_STAT | NEED_CMDLINE | NEED_STATUS), NEED_STATUS);
    ck_assert(!read_guard_turn_reads(read_guard_turn(&guard)));
    ck_assert_uint_eq(allow(SOURCE_MANY, NEED_ENVIRON), 0);
    ck_assert_uint_eq(allow(44, NEED_CMDLINE), NEED_CMDLINE);
    stuck_list_remove(&stuck, lazy);
    ck_assert_uint_eq(allow(42, NEED_CMDLINE), NEED_CMDLINE);
    stuck_list_remove(&stuck, lazy);
    ck_assert_uint_eq(stuck_list_count_processes(&stuck), 1);
}

/* They are told from processes, of which none has such a number. */
CASE(other_files_have_turns)
{
    ck_assert(read_guard_allow_others(&guard, 7));
    ck_assert(read_guard_turn_reads(read_guard_turn(&guard)));
    ck_assert_int_eq(stuck_list_add(&stuck, read_guard_turn(&guard)), 0);
    ck_assert(!read_guard_allow_others(&guard, 7));
    ck_assert(read_guard_allow_others(&guard, UINT32_MAX)); /* not SOURCE_MANY */
    ck_assert_int_eq(stuck_list_add(&stuck, read_guard_turn(&guard)), 0);
    ck_assert_int_eq(stuck_list_add(&stuck, turn_of(SOURCE_MANY, NEED_ENVIRON)), 0);
    ck_assert_int_eq(stuck_list_add(&stuck, turn_of(7, NEED_CMDLINE)), 0);
    ck_assert_uint_eq(stuck_list_count_others(&stuck), 2);
    ck_assert_uint_eq(stuck_list_count_processes(&stuck), 1);
    ck_assert(read_guard_allow_others(&guard, 8));
}

/* A lock of the host is no fault of the task whose file was read, nor of a container. */
CASE(what_is_stuck_on_the_host_blames_nobody)
{
    turn_of(42, NEED_CMDLINE);
    ck_assert_int_eq(stuck_list_add(&stuck, turn_of(SOURCE_HOST, NEED_CGROUP)), 0);
    ck_assert_uint_eq(stuck_list_count_processes(&stuck), 0);
    ck_assert_uint_eq(stuck_list_count_others(&stuck), 0);
    ck_assert_uint_eq(allow(SOURCE_HOST, NEED_CGROUP), 0);
    ck_assert_uint_eq(allow(42, NEED_CMDLINE), NEED_CMDLINE);
    ck_assert_uint_eq(allow(SOURCE_MANY, NEED_ENVIRON), NEED_ENVIRON);
    ck_assert(read_guard_allow_others(&guard, UINT32_MAX - 1)); /* not SOURCE_HOST */
}

/* Reads these groups of this process; what is stuck is refused. */
static void read_own(struct snapshot *snapshot, need_t need)
{
    const struct source_options options = {.name = "task"};
    struct source *source;
    struct buf why = {0};
    struct task *task;

    snapshot_init(snapshot);
    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    source_set_guard(source, &guard.guard);
    task = snapshot_add(snapshot);
    ck_assert_ptr_nonnull(task);
    task->tid = task->tgid = getpid();
    ck_assert_int_eq(source_fill(source, snapshot, task, need), 0);
    ck_assert_uint_eq(task->have & need, need);
    source_close(source);
    buf_fini(&why);
}

/* All else of the task is read, and what is read last leaves no turn of another task. */
CASE(cgroups_are_read_in_a_turn_of_the_host)
{
    struct snapshot snapshot;
    const struct task *task;

    turn_of(42, NEED_CMDLINE);
    read_own(&snapshot, NEED_CMDLINE | NEED_CGROUP);
    ck_assert(!snapshot.tasks[0].is_left_out);
    snapshot_fini(&snapshot);
    ck_assert_int_eq(stuck_list_add(&stuck, read_guard_turn(&guard)), 0);
    ck_assert_uint_eq(allow(SOURCE_HOST, NEED_CGROUP), 0);
    read_own(&snapshot, NEED_CMDLINE | NEED_CGROUP);
    task = &snapshot.tasks[0];
    ck_assert(task->is_left_out);
    ck_assert_uint_gt(task->cmdline_len, 0);
    ck_assert_str_eq(task->details->cgroup, "");
    ck_assert(!read_guard_turn_reads(read_guard_turn(&guard)));
    snapshot_fini(&snapshot);
    turn_of(42, NEED_CMDLINE);
    read_own(&snapshot, NEED_STATUS); /* which never blocks */
    ck_assert(!read_guard_turn_reads(read_guard_turn(&guard)));
    snapshot_fini(&snapshot);
}

CASE(one_that_moved_on_is_not_left)
{
    const uint64_t before = turn_of(42, NEED_CMDLINE);

    turn_of(42, NEED_CMDLINE);
    ck_assert(!read_guard_leave(&guard, before));
    ck_assert_uint_eq(allow(42, NEED_CMDLINE), NEED_CMDLINE);
}

CASE(one_that_was_left_reads_no_more)
{
    read_guard_init(&guard, &stuck, count_call);
    read_guard_begin(&guard);
    ck_assert(read_guard_leave(&guard, turn_of(42, NEED_CMDLINE)));
    ck_assert_uint_eq(allow(43, NEED_CMDLINE | NEED_STATUS), NEED_STATUS);
    ck_assert_int_eq(calls, 1);
    read_guard_rest(&guard);
    ck_assert_int_eq(calls, 2);
    ck_assert(!read_guard_turn_reads(read_guard_turn(&guard)));
}
