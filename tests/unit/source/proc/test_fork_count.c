/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scans that are told how many tasks were ever made list /proc only when there are more, and then
 * only its end, and show what is there all the same. The test makes the numbers up, so that a
 * listing which was not made can be seen: by a child that is there and is not found.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "lib/base/kernel.h"
#include "lib/source/proc/history/relist.h"
#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/host.h"
#include "tests/common/rows.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"

static struct source *source;
static struct snapshot found; /* by the last scan */
static int end_pipe[2];       /* children read from it, and end when this process does */

/* Another source, of the procfs that is mounted there; NULL: /proc. */
static void open_source(const char *procfs)
{
    const struct source_options options = {.name = "task", .procfs = procfs};
    struct buf why = {0};

    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    buf_fini(&why);
}

static void setup(void)
{
    open_source(NULL);
    snapshot_init(&found);
    ck_assert_int_eq(pipe(end_pipe), 0);
}

static void teardown(void)
{
    source_close(source);
    snapshot_fini(&found);
    close(end_pipe[0]);
    close(end_pipe[1]);
}

FIXTURE(setup, teardown);

static _Noreturn void wait_to_end(void)
{
    char byte;

    close(end_pipe[1]);
    _exit(read(end_pipe[0], &byte, 1) == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

static pid_t start_child(void)
{
    const pid_t child = child_fork();

    ck_assert_int_ge(child, 0);
    if (child == 0)
        wait_to_end();
    return child;
}

/* One with this PID; 0 with errno where that cannot be. */
static pid_t start_child_as(pid_t pid)
{
    const pid_t child = child_fork_as(pid);

    if (child == 0)
        wait_to_end();
    return child < 0 ? 0 : child;
}

/* Why it cannot: the PID is another task's by now. */
static bool pid_is_taken(void)
{
    return errno == EEXIST || errno == EAGAIN;
}

/* Scans all processes, of which this many were ever made. */
static void scan_at(uint64_t forks)
{
    const struct scan_request request = {
        .rows = ROWS_PROCESSES,
        .need = NEED_STAT | NEED_COMM,
        .again = true,
        .forks = forks,
    };

    ck_assert_int_eq(source_scan(source, &request, &found), 0);
}

/* As many as the kernel says. */
static void scan_now(void)
{
    scan_at(host_fork_count());
}

/* The row of a child of ours, or NULL: when it has exited its PID may be another's. */
static const struct task *row_of(pid_t child)
{
    const struct task *row = find_row(&found, child);

    return row && row->process->ppid == getpid() ? row : NULL;
}

CASE(an_unknown_count_brings_a_listing)
{
    pid_t child;

    scan_at(100);
    child = start_child();
    scan_at(0);
    ck_assert_ptr_nonnull(row_of(child));
    child_end(child);
    child = start_child();
    scan_at(100); /* nor is the list that was made then of use */
    ck_assert_ptr_nonnull(row_of(child));
    child_end(child);
}

/* Nobody can tell from a count whether what is hidden there has come to be seen. */
CASE(a_procfs_that_hides_processes_is_listed_every_time)
{
    char place[] = "/tmp/fork_count-XXXXXX";
    pid_t child;

    ck_assert_ptr_nonnull(mkdtemp(place));
    if (unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
        mount("proc", place, "proc", 0, "hidepid=2") == 0) {
        source_close(source);
        open_source(place);
        scan_at(100);
        child = start_child();
        scan_at(100);
        ck_assert_ptr_nonnull(row_of(child));
        child_end(child);
        ck_assert_int_eq(umount2(place, MNT_DETACH), 0);
    } else {
        leave_out("a procfs that hides processes", strerror(errno));
    }
    ck_assert_int_eq(rmdir(place), 0);
}

CASE(scans_of_other_kinds_leave_no_list)
{
    const pid_t self = getpid();
    struct scan_request request = {.rows = ROWS_PROCESSES, .need = NEED_STAT, .forks = 100};
    pid_t child;

    scan_at(100);
    child = start_child();
    request.only = &self;
    request.only_count = 1;
    request.again = true;
    ck_assert_int_eq(source_scan(source, &request, &found), 0);
    ck_assert_uint_eq(found.count, 1);
    scan_at(100);
    ck_assert_ptr_nonnull(row_of(child));
    child_end(child);

    child = start_child();
    request.only = NULL;
    request.again = false;
    ck_assert_int_eq(source_scan(source, &request, &found), 0);
    ck_assert_ptr_nonnull(row_of(child));
    child_end(child);
}

static void *run_cat(void *unused)
{
    dup2(end_pipe[0], STDIN_FILENO);
    close(end_pipe[1]);
    execlp("cat", "cat", (char *)NULL);
    _exit(1);
}

/* The thread takes its leader's number when it runs a program. */
CASE(a_thread_that_takes_over_is_the_same_process)
{
    pid_t child = child_fork();

    ck_assert_int_ge(child, 0);
    if (child == 0) {
        pthread_t thread;
        char byte;

        /* The leader waits for one byte. */
        if (read(end_pipe[0], &byte, 1) == 1 && pthread_create(&thread, NULL, run_cat, NULL) == 0)
            pause();
        _exit(1);
    }
    scan_at(100);
    ck_assert_str_ne(row_of(child)->comm, "cat");
    ck_assert_int_eq(write(end_pipe[1], "", 1), 1);
    WAIT_UNTIL (strcmp(row_of(child)->comm, "cat") == 0, "%s", row_of(child)->comm) {
        scan_at(100);
        ck_assert_ptr_nonnull(row_of(child));
    }
    child_end(child);
}

CASE(a_reused_number_is_another_process)
{
    uint64_t before = 0, after = 0;
    pid_t number = 0;

    /* Until its start is another one in ticks of the kernel. */
    WAIT_UNTIL (after != before, "started at %ju ns", (uintmax_t)before) {
        if (number == 0) {
            number = start_child();
            scan_at(100);
            ck_assert_ptr_nonnull(row_of(number));
            before = after = row_of(number)->start_ns;
            child_end(number);
        }
        if (start_child_as(number) == 0) {
            if (!pid_is_taken())
                return; /* not without privilege, nor by an old kernel */
            number = 0;
            continue;
        }
        scan_at(101);
        ck_assert_ptr_nonnull(row_of(number));
        after = row_of(number)->start_ns;
        child_end(number);
    }
    scan_at(101);
    ck_assert_ptr_null(row_of(number));
}

/* Two whole listings are made before the end is enough. */
CASE(new_processes_are_found_at_the_end)
{
    const pid_t stays = start_child();
    pid_t last = 0;

    scan_at(100);
    for (uint64_t forks = 101; forks < 101 + 3 * FORK_COUNT_SPARED_MAX; forks++) {
        const pid_t child = start_child();

        scan_at(forks);
        ck_assert_ptr_nonnull(row_of(stays));
        ck_assert_ptr_nonnull(row_of(child));
        if (last) {
            ck_assert_ptr_nonnull(row_of(last));
            child_end(last);
            scan_at(forks);
            ck_assert_ptr_null(row_of(last));
        }
        last = child;
    }
    child_end(last);
    child_end(stays);
}

/*
 * Scans until a child is found that has an id from before the first of them; returns how many did
 * not find it: 0 where the id was taken, too, and -1 where there cannot be such a child.
 */
static int scans_without(void)
{
    const pid_t number = start_child();
    uint64_t forks = 100;
    int count = 0;

    child_end(number);
    scan_at(forks);
    scan_at(++forks);
    if (start_child_as(number) == 0)
        return pid_is_taken() ? 0 : -1;
    for (scan_at(++forks); !row_of(number); scan_at(++forks))
        count++;
    child_end(number);
    return count;
}

static int end_is_listed(void)
{
    return access("/proc/sys/kernel/ns_last_pid", R_OK) == 0 &&
                   kernel_has_namespace(KERNEL_FIRST_PID)
               ? 1
               : leave_out("listing only the end", "no ns_last_pid, or in a pid namespace");
}

/* Unless numbers have just gone round. */
LOOP(only_the_end_is_listed, end_is_listed())
{
    int count = 0;

    WAIT_UNTIL (count != 0, "each time the id was taken, or the first scan listed all") {
        teardown();
        setup();
        count = scans_without();
    }
    ck_assert_int_lt(count, FORK_COUNT_SPARED_MAX); /* as above */
}

/*
 * Whoever gives a new process an id from before where /proc is listed from, hides it from one scan
 * and no longer, even if a known process exits. With the kernel's own count.
 */
LOOP(an_earlier_id_hides_no_process, end_is_listed())
{
    const pid_t known = start_child(), number = start_child();

    child_end(number);
    scan_now();
    child_end(start_child());
    scan_now();
    if (start_child_as(number) == 0) {
        leave_out("ids that are given again", strerror(errno));
        return;
    }
    child_end(known);
    scan_now();
    if (!row_of(number))
        scan_now();
    ck_assert_ptr_nonnull(row_of(number));
    child_end(number);
}

/* Where new processes are after two whole listings, which began at these moments, and some others.
 */
LOOP(ids_go_round, 14)
{
    static const struct {
        struct fork_moment first, second, now;
        unsigned others;
        pid_t start;
    } cases[] = {
        {{1000, 500}, {1010, 510}, {1020, 520}, 0, 500},
        {{1000, 500}, {1010, 510}, {1010, 510}, 0, 500},
        {{1000, 500}, {1010, 510}, {1020, 520}, FORK_COUNT_SPARED_MAX - 1, 500},
        {{1000, 500}, {1010, 510}, {1020, 520}, FORK_COUNT_SPARED_MAX, 0},
        /* Not all that take an id are counted: some between the readings are not, or many. */
        {{1000, 500}, {1010, 510}, {1020, 700}, 0, 500},
        {{1000, 500}, {1010, 510}, {1020, 30000}, 0, 0},
        /* As many forks as ids, and some that are made between the two readings. */
        {{1000, 500}, {1010, 510}, {2000, 1490}, 0, 500},
        /* Once round: to before the start, and to behind it. */
        {{1000, 500}, {1010, 510}, {33000, 499}, 0, 0},
        {{1000, 500}, {1010, 510}, {33600, 510}, 0, 0},
        /* Unknown. */
        {{1000, 500}, {1010, 510}, {0, 520}, 0, 0},
        {{1000, 500}, {1010, 510}, {1020, 0}, 0, 0},
        {{1000, 0}, {1010, 510}, {1020, 520}, 0, 0},
        {{0, 500}, {1010, 510}, {1020, 520}, 0, 0},
        {{1000, 500}, {0, 510}, {1020, 520}, 0, 0},
    };
    struct fork_count forks = {.asked = true};

    fork_count_note_whole(&forks, -1, cases[_i].first);
    fork_count_note_whole(&forks, -1, cases[_i].second);
    for (unsigned i = 0; i < cases[_i].others; i++)
        fork_count_note_end(&forks, cases[_i].second, 1);
    ck_assert_int_eq(fork_count_start(&forks, cases[_i].now), cases[_i].start);
    forks.in_namespace = true;
    ck_assert_int_eq(fork_count_start(&forks, cases[_i].now), 0);
    forks.in_namespace = false;
    fork_count_forget(&forks);
    ck_assert_int_eq(fork_count_start(&forks, cases[_i].now), 0);
}

/* Whether a listing of the end, before which there were 1020 forks and 300 tasks, is relied on. */
LOOP(the_end_is_enough, 5)
{
    static const struct {
        uint64_t known, count;
        bool enough;
    } cases[] = {
        {300, 1020, true},  {299, 1020, false}, {300, 1021, false},
        {301, 1021, false}, /* as many may be missing as were made and have exited */
        {300, 0, false},
    };
    const struct fork_moment before = {1020, 520};
    struct fork_count forks = {.asked = true};

    fork_count_note_whole(&forks, -1, (struct fork_moment){1000, 500});
    fork_count_note_end(&forks, before, 300);
    fork_count_check(&forks, cases[_i].known, cases[_i].count);
    ck_assert_uint_eq(forks.tasks, 0);
    ck_assert_int_eq(fork_count_spare(&forks, before.count), cases[_i].enough);
}
