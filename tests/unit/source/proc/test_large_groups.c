/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes of many threads, read by their CPU clock in a single scan: which of them are, and that
 * it shows what their own file does. Whether a scan looks for them depends on the host, so here
 * they are always looked for; tests/cli/syscalls.bats has the scan. And by group counts, if there
 * are any.
 */
#include <check.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/group_counts.h"
#include "lib/source/proc/leader_stat.h"
#include "lib/source/proc/needs.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/small_thread.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

#define MANY   512 /* threads from which on the clock is used */
#define NOBODY 65534

static const struct {
    const char *status;
    bool fits;
} statuses[] = {
    {"Name:\tps\nPid:\t12\nNSpid:\t12\nCoreDumping:\t0\n", true},
    {"Name:\tps\nPid:\t12\nNSpid:\t12\t3\nCoreDumping:\t0\n", false}, /* in a namespace below */
    {"Name:\tps\nPid:\t12\nNSpid:\t4\t12\nCoreDumping:\t0\n", false},
    {"Name:\tps\nPid:\t12\nNSpid:\t123\nCoreDumping:\t0\n", false},
    {"Name:\tps\nPid:\t12\nNSpid:\t12\n", false}, /* before Linux 4.15 */
    {"Name:\tps\nPid:\t12\nCoreDumping:\t0\n", false},
    {"", false},
};

START_TEST(clocks_need_our_pids_and_a_known_kernel)
{
    ck_assert_int_eq(leader_stat_fits(statuses[_i].status, 12), statuses[_i].fits);
}
END_TEST

/* A source that relies on clocks though it reads a tree. */
static struct proc_source *open_tree(const char *procfs)
{
    const struct source_options options = {.name = "task", .procfs = procfs};
    struct source *source = NULL;
    struct buf why = {0};

    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    buf_fini(&why);
    ((struct proc_source *)source)->clock = CLOCK_GOOD;
    return (struct proc_source *)source;
}

/* The row of one process, as a scan begins it that looks for so many threads. */
static struct task read_row(struct proc_source *source, struct snapshot *snapshot, pid_t pid,
                            uint32_t looked_for, struct process *process)
{
    struct task_folder folder;
    struct task *task;

    source->large.threads = looked_for;
    snapshot_clear(snapshot);
    *process = (struct process){0};
    task = snapshot_add(snapshot);
    ck_assert_ptr_nonnull(task);
    task->tid = task->tgid = pid;
    task->kind = TASK_PROCESS;
    task->process = process;
    task_folder_set(&folder, source->dir, "G", (struct task_id){pid, pid});
    ck_assert_int_eq(needs_read(&(struct task_reader){source, &folder, snapshot, task, process},
                                NEED_STAT | NEED_COMM),
                     0);
    return *task;
}

static bool is_by_clock(const struct task *task)
{
    return !(task->have & NEED_USAGE);
}

/* A tree in which this very process has so many threads, and what its leader's own file says. */
static const struct {
    int threads;
    uint32_t looked_for;
    unsigned leader_ticks;
    bool by_clock;
    uint32_t left;
} searches[] = {
    {MANY, 10000, 0, true, 10000 - (MANY - 1)},
    {MANY - 1, 10000, 0, false, 10000 - (MANY - 2)},
    {MANY, 2 * MANY, 0, true, MANY + 1},
    {MANY, 2 * MANY - 2, 0, true, 0},                  /* what is left is not large */
    {MANY, 0, 0, false, 0},                            /* none is looked for */
    {MANY, 10000, 1000000, false, 10000 - (MANY - 1)}, /* more than the clock has shown */
};

static void make_tree(const struct tree *tree, int threads, unsigned leader_ticks)
{
    const int self = getpid();
    char dir[64];

    snprintf(dir, sizeof(dir), "%d", self);
    tree_put_task(tree, &(struct tree_task){dir, self, self, "whole", 1, 52, 7, 7, 600});
    for (int i = 0; i < threads; i++) {
        snprintf(dir, sizeof(dir), "%d/task/%d", self, self + i);
        tree_mkdir(tree, dir);
    }
    snprintf(dir, sizeof(dir), "%d/task/%d", self, self);
    tree_put_task(tree,
                  &(struct tree_task){dir, self, self, "leader", 1, 52, leader_ticks, 0, 600});
}

/* Some filesystems do not count subdirectories. */
static bool counts_links(const struct tree *tree, int threads)
{
    char path[128];
    struct stat directory;

    snprintf(path, sizeof(path), "%s/%d/task", tree->path, getpid());
    return stat(path, &directory) == 0 && directory.st_nlink == (nlink_t)threads + 2;
}

START_TEST(only_processes_of_many_threads_are_read_by_the_clock)
{
    struct proc_source *source;
    struct process process;
    struct snapshot snapshot;
    struct tree tree;
    struct task task;

    tree_init(&tree);
    make_tree(&tree, searches[_i].threads, searches[_i].leader_ticks);
    snapshot_init(&snapshot);
    source = open_tree(tree.path);
    if (counts_links(&tree, searches[_i].threads)) {
        task = read_row(source, &snapshot, getpid(), searches[_i].looked_for, &process);
        ck_assert_int_eq(is_by_clock(&task), searches[_i].by_clock);
        ck_assert_str_eq(task.comm, searches[_i].by_clock ? "leader" : "whole");
        ck_assert_uint_eq(source->large.threads, searches[_i].left);
        if (!searches[_i].by_clock)
            ck_assert_uint_eq(task.utime_ns + task.stime_ns, 14 * source->ns_per_tick);
    }
    source_close(&source->base);
    snapshot_fini(&snapshot);
    tree_fini(&tree);
}
END_TEST

/* The same by group counts that have this process. What it says of the time is always 3 s. */
static const struct {
    pid_t missed_by; /* the number that it has there, less its own */
    uint32_t threads;
    bool exact;
    unsigned leader_ticks;
    uint64_t begun_ticks; /* the process started at 500 */
    enum {
        BY_COUNT,
        BY_CLOCK,
        BY_FILE
    } by;
} countings[] = {
    {0, 64, true, 0, 501, BY_COUNT},   {0, 64, true, 302, 501, BY_COUNT},
    {0, 63, true, 0, 501, BY_FILE},    {1, 64, true, 0, 501, BY_FILE}, /* somebody else has many */
    {0, 64, true, 303, 501, BY_FILE},                                  /* more than was counted */
    {0, 64, true, 0, 500, BY_FILE},                                    /* it may be another one */
    {0, 511, false, 0, 501, BY_FILE},                                  /* threads ended meanwhile */
    {0, 512, false, 0, 501, BY_CLOCK},
};

START_TEST(time_is_that_of_the_count)
{
    struct counted_group group = {getpid() + countings[_i].missed_by, countings[_i].threads,
                                  3000000000, countings[_i].exact};
    struct group_counts counts = {&group, 1, countings[_i].begun_ticks * (uint64_t)ns_per_tick()};
    struct proc_source *source;
    struct process process;
    struct snapshot snapshot;
    struct tree tree;
    struct task task;

    tree_init(&tree);
    make_tree(&tree, 1, countings[_i].leader_ticks);
    snapshot_init(&snapshot);
    source = open_tree(tree.path);
    source->large.counts = &counts;
    task = read_row(source, &snapshot, getpid(), 0, &process);
    ck_assert_int_eq(is_by_clock(&task), countings[_i].by != BY_FILE);
    ck_assert_str_eq(task.comm, countings[_i].by != BY_FILE ? "leader" : "whole");
    if (countings[_i].by == BY_COUNT)
        ck_assert_uint_eq(task.utime_ns + task.stime_ns, group.cpu_ns);
    else
        ck_assert_uint_ne(task.utime_ns + task.stime_ns, group.cpu_ns);
    source_close(&source->base);
    snapshot_fini(&snapshot);
    tree_fini(&tree);
}
END_TEST

/* A process that is not in it is not looked for. */
START_TEST(processes_are_those_of_the_count)
{
    struct counted_group groups[] = {{8, 1, 0, true}, {12, 1, 0, true}, {13, 1, 0, true}};
    const struct group_counts counts = {groups, 3, 0};
    const struct scan_request request = {
        .rows = ROWS_PROCESSES, .need = NEED_STAT, .counts = &counts};
    struct source_options options = {.name = "task"};
    struct source *source = NULL;
    struct snapshot snapshot;
    struct buf why = {0};
    struct tree tree;

    tree_init(&tree);
    for (int pid = 8; pid <= 12; pid++) {
        char dir[16];

        snprintf(dir, sizeof(dir), "%d/task/%d", pid, pid);
        tree_mkdir(&tree, dir);
        snprintf(dir, sizeof(dir), "%d", pid);
        tree_put_task(&tree, &(struct tree_task){dir, pid, pid, "one", 1, 52, 1, 1, 600});
    }
    options.procfs = tree.path;
    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    snapshot_init(&snapshot);
    ck_assert_int_eq(source_scan(source, &request, &snapshot), 0);
    ck_assert_uint_eq(snapshot.count, 2);
    ck_assert_int_eq(snapshot.tasks[0].tid, 8);
    ck_assert_int_eq(snapshot.tasks[1].tid, 12);
    snapshot_fini(&snapshot);
    source_close(source);
    buf_fini(&why);
    tree_fini(&tree);
}
END_TEST

static void *use_and_end(void *argument)
{
    use_cpu_ns(NS_PER_S / 20);
    return argument;
}

/* Reports that it has started, and so has all the memory that it needs. */
static void *stay(void *argument)
{
    sem_post(argument);
    for (;;)
        pause();
    return argument;
}

static bool start_threads(sem_t *started)
{
    pthread_t thread;
    bool good = small_thread_start(&thread, use_and_end, NULL) && pthread_join(thread, NULL) == 0;

    for (int i = 0; good && i < MANY; i++)
        good = small_thread_start(&thread, stay, started);
    for (int i = 0; good && i < MANY; i++)
        good = sem_wait(started) == 0;
    return good;
}

/* Most of its time is that of a thread which has ended. Ready when all are there. */
static void be_many(int ready, void *unused)
{
    sem_t started;

    (void)unused;
    use_cpu_ns(NS_PER_S / 100);
    if (sem_init(&started, 0, 0) == 0 && start_threads(&started) && child_say_ready(ready))
        for (;;)
            pause();
}

static uint64_t cpu_ns(const struct task *task)
{
    return task->utime_ns + task->stime_ns;
}

/* One reading after the other: by its own file, by the clock, by its own file. */
struct readings {
    struct snapshot snapshots[3];
    struct process processes[3];
    struct task rows[3];
};

static void take_readings(pid_t pid, struct readings *readings)
{
    const struct source_options options = {.name = "task"};
    struct source *source = NULL;
    struct buf why = {0};

    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    for (int i = 0; i < 3; i++) {
        snapshot_init(&readings->snapshots[i]);
        do /* it may not be asleep yet */
            readings->rows[i] = read_row((struct proc_source *)source, &readings->snapshots[i], pid,
                                         i == 1 ? 10000 : 0, &readings->processes[i]);
        while (readings->rows[i].state != 'S');
        ck_assert_int_eq(is_by_clock(&readings->rows[i]), i == 1);
    }
    source_close(source);
    buf_fini(&why);
}

static void check_times(const struct task rows[3])
{
    const uint64_t tick_ns = (uint64_t)ns_per_tick();

    ck_assert_uint_ge(cpu_ns(&rows[0]), 50000000);
    ck_assert_uint_eq(cpu_ns(&rows[1]) % tick_ns, 0);
    ck_assert_uint_ge(cpu_ns(&rows[1]), cpu_ns(&rows[0]));
    ck_assert_uint_le(cpu_ns(&rows[1]), cpu_ns(&rows[2]) + tick_ns);
}

static void check_the_rest(const struct task rows[3])
{
    ck_assert_str_eq(rows[1].comm, rows[2].comm);
    ck_assert_uint_eq(rows[1].start_ns, rows[2].start_ns);
    ck_assert_int_eq(rows[1].process->nlwp, MANY + 1);
    ck_assert_mem_eq(rows[1].process, rows[2].process, sizeof(struct process));
}

static void check_row(pid_t pid)
{
    struct readings readings;

    take_readings(pid, &readings);
    check_times(readings.rows);
    check_the_rest(readings.rows);
    for (int i = 0; i < 3; i++)
        snapshot_fini(&readings.snapshots[i]);
}

/* In a process of its own, as a user who owns nothing. */
static void check_row_as_nobody(pid_t pid)
{
    const pid_t child = child_fork();
    int status;

    ck_assert_int_ge(child, 0);
    if (child == 0) {
        if (setgid(NOBODY) < 0 || setuid(NOBODY) < 0)
            _exit(EXIT_FAILURE);
        check_row(pid);
        _exit(EXIT_SUCCESS);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
}

START_TEST(the_clock_shows_what_the_file_does)
{
    const pid_t child = child_start(be_many, NULL);

    ck_assert_int_gt(child, 0);
    check_row(child);
    if (geteuid() == 0)
        check_row_as_nobody(child);
    child_end(child);
}
END_TEST

static Suite *suite(void)
{
    TCase *tests = tcase_create("large_groups");
    Suite *suite = suite_create("large_groups");

    tcase_add_loop_test(tests, clocks_need_our_pids_and_a_known_kernel, 0, COUNT_OF(statuses));
    tcase_add_loop_test(tests, only_processes_of_many_threads_are_read_by_the_clock, 0,
                        COUNT_OF(searches));
    tcase_add_loop_test(tests, time_is_that_of_the_count, 0, COUNT_OF(countings));
    tcase_add_test(tests, processes_are_those_of_the_count);
    if (leader_stat_first_trust(true) == CLOCK_BAD)
        leave_out("reading by clocks", "they are not relied on where time is counted as here");
    else if (is_emulated())
        leave_out("reading by clocks", "the emulator has threads of its own");
    else
        tcase_add_test(tests, the_clock_shows_what_the_file_does);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return run_suite(suite());
}
