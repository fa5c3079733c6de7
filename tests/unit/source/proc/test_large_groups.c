/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which processes a single scan reads by their CPU clock: those of many threads. Whether it looks
 * for them depends on the host, and the clock on the kernel: those of a tree are made up here.
 * test_leader_stat.c has what the clock shows.
 */
#include <check.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/host_size.h"
#include "lib/source/proc/leader_stat.h"
#include "lib/source/process_times.h"
#include "lib/source/source.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

#define MANY 512 /* threads from which on the clock is used */

/* The tree of all tests, and what a source is told of its host, as if it were live. */
static struct tree tree;
static uint32_t extra_threads; /* besides the leaders */

/* A process's clock in a tree. */
#define CLOCK_TICKS 299

TAKE_OVER(enum clock_trust, leader_stat_first_trust, bool same_pids)
{
    (void)same_pids;
    return CLOCK_GOOD;
}

TAKE_OVER(bool, process_clock_read, pid_t tgid, uint64_t *ns)
{
    (void)tgid;
    *ns = CLOCK_TICKS * (uint64_t)ns_per_tick();
    return true;
}

TAKE_OVER(bool, host_size_read_at, int procfs, struct host_size *size)
{
    struct stat directory;

    if (fstat(procfs, &directory) < 0)
        return false;
    size->processes = (uint32_t)directory.st_nlink;
    size->tasks = size->processes + extra_threads;
    return true;
}

static uint64_t cpu_ns(const struct task *task)
{
    return task->utime_ns + task->stime_ns;
}

static bool is_by_clock(const struct task *task)
{
    return !(task->have & NEED_USAGE);
}

static void scan(const struct scan_request *request, struct snapshot *snapshot)
{
    const struct source_options options = {.name = "task", .procfs = tree.path};
    struct source *source = NULL;
    struct buf why = {0};

    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    ck_assert_int_eq(source_scan(source, request, snapshot), 0);
    source_close(source);
    buf_fini(&why);
}

/* The processes of the tree. */
#define FIRST  1000
#define SECOND 9000

static void put_threads(int pid, int first, int end)
{
    char dir[64];

    for (int i = first; i < end; i++) {
        snprintf(dir, sizeof(dir), "%d/task/%d", pid, pid + i);
        tree_mkdir(&tree, dir);
    }
}

/* A process whose own file and whose leader's file can be told apart. */
static void put_process(int pid, unsigned leader_ticks)
{
    char dir[64];

    snprintf(dir, sizeof(dir), "%d", pid);
    tree_put_task(&tree, &(struct tree_task){dir, pid, pid, "whole", 1, 52, 7, 7, 600});
    snprintf(dir, sizeof(dir), "%d/task/%d", pid, pid);
    tree_put_task(&tree, &(struct tree_task){dir, pid, pid, "leader", 1, 52, leader_ticks, 0, 600});
}

/* For all tests: so many directories take a while. */
static void make_tree(void)
{
    tree_init(&tree);
    put_process(FIRST, 0);
    put_threads(FIRST, 0, MANY - 1);
    put_process(SECOND, 0);
    put_threads(SECOND, 0, MANY);
}

static void remove_tree(void)
{
    tree_fini(&tree);
}

/* Has the first process MANY threads, or one less. */
static void set_first(int threads, unsigned leader_ticks)
{
    char last[128];

    snprintf(last, sizeof(last), "%s/%d/task/%d", tree.path, FIRST, FIRST + MANY - 1);
    rmdir(last);
    put_threads(FIRST, MANY - 1, threads);
    put_process(FIRST, leader_ticks);
}

/* Some filesystems do not count subdirectories. */
static bool counts_links(int threads)
{
    char path[128];
    struct stat directory;

    snprintf(path, sizeof(path), "%s/%d/task", tree.path, FIRST);
    return stat(path, &directory) == 0 && directory.st_nlink == (nlink_t)threads + 2;
}

static void check_process(const struct task *task, bool by_clock, uint64_t ticks)
{
    ck_assert_int_eq(is_by_clock(task), by_clock);
    ck_assert_str_eq(task->comm, by_clock ? "leader" : "whole");
    ck_assert_uint_eq(cpu_ns(task), ticks * (uint64_t)ns_per_tick());
}

/*
 * A host of two processes. The second always has many threads: how it is read shows whether any
 * are left to be found.
 */
static const struct {
    int threads;            /* of the first */
    uint32_t extra_threads; /* of the host */
    unsigned leader_ticks;
    bool by_clock, next_by_clock;
} searches[] = {
    {MANY, 10000, 0, true, true},
    {MANY, 65536, 0, true, true}, /* of which sysinfo(2) has the last 16 bits */
    {MANY - 1, 10000, 0, false, true},
    {MANY, 2 * MANY - 1, 0, true, true},
    {MANY, 2 * MANY - 2, 0, true, false}, /* what is left is not large */
    {MANY - 1, 2 * MANY - 2, 0, false, true},
    {MANY - 1, 2 * MANY - 3, 0, false, false},
    {MANY, 0, 0, false, false}, /* none is looked for */
    {MANY, MANY - 1, 0, false, false},
    {MANY, 10000, CLOCK_TICKS + 2, true, true},
    {MANY, 10000, CLOCK_TICKS + 3, false, true}, /* more than the clock has shown */
};

START_TEST(only_processes_of_many_threads_are_read_by_the_clock)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES, .need = NEED_STAT | NEED_COMM};
    const bool by_clock = searches[_i].by_clock;
    struct snapshot snapshot;

    set_first(searches[_i].threads, searches[_i].leader_ticks);
    snapshot_init(&snapshot);
    extra_threads = searches[_i].extra_threads;
    if (counts_links(searches[_i].threads)) {
        scan(&request, &snapshot);
        ck_assert_uint_eq(snapshot.count, 2);
        check_process(&snapshot.tasks[0], by_clock, by_clock ? CLOCK_TICKS : 14);
        check_process(&snapshot.tasks[1], searches[_i].next_by_clock,
                      searches[_i].next_by_clock ? CLOCK_TICKS : 14);
    }
    snapshot_fini(&snapshot);
}
END_TEST

TESTS("large_groups", FIXTURE_ONCE(make_tree, remove_tree),
      LOOP(only_processes_of_many_threads_are_read_by_the_clock, COUNT_OF(searches)))
