/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stat of a process of many threads by its CPU clock shows what its own file does. */
#include <check.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/host_size.h"
#include "lib/source/proc/leader_stat.h"
#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/rows.h"
#include "tests/common/small_thread.h"
#include "tests/common/take_over.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"

#define MANY   512 /* threads from which on the clock is used */
#define NOBODY 65534

#define HOST_TASKS 1000000

/* A host with many more threads than processes. */
TAKE_OVER(bool, host_size_read_at, int procfs, struct host_size *size)
{
    (void)procfs;
    *size = (struct host_size){.tasks = HOST_TASKS, .processes = 1};
    return true;
}

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
    const char *status = statuses[_i].status;

    ck_assert_int_eq(leader_stat_fits(status, strlen(status), 12), statuses[_i].fits);
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
    return small_thread_sleep_on(argument);
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
        small_thread_sleep_on(NULL);
}

static uint64_t cpu_ns(const struct task *task)
{
    return task->utime_ns + task->stime_ns;
}

static bool is_by_clock(const struct task *task)
{
    return !(task->have & NEED_USAGE);
}

/* One reading after the other: by its own file, by the clock, by its own file. */
struct readings {
    struct snapshot snapshots[3];
    const struct task *rows[3];
};

/* Its row; in a scan of all processes the time is that of the clock. */
static const struct task *read_row(pid_t pid, bool by_clock, struct snapshot *snapshot)
{
    const struct scan_request request = {
        .rows = ROWS_PROCESSES,
        .need = NEED_STAT | NEED_COMM,
        .only = by_clock ? NULL : &pid,
        .only_count = by_clock ? 0 : 1,
    };
    const struct source_options options = {.name = "task"};
    const struct task *row;
    struct source *source = NULL;
    struct buf why = {0};

    ck_assert_int_eq(source_open(&options, &source, &why), 0);
    ck_assert_int_eq(source_scan(source, &request, snapshot), 0);
    row = find_row(snapshot, pid);
    ck_assert_ptr_nonnull(row);
    source_close(source);
    buf_fini(&why);
    return row;
}

static void take_readings(pid_t pid, struct readings *readings)
{
    for (int i = 0; i < 3; i++) {
        snapshot_init(&readings->snapshots[i]);
        readings->rows[i] = read_row(pid, i == 1, &readings->snapshots[i]);
        WAIT_UNTIL (readings->rows[i]->state == 'S', "state %c", readings->rows[i]->state)
            readings->rows[i] = read_row(pid, i == 1, &readings->snapshots[i]);
        ck_assert_int_eq(is_by_clock(readings->rows[i]), i == 1);
    }
}

static void check_times(const struct task *const rows[3])
{
    const uint64_t tick_ns = (uint64_t)ns_per_tick();

    ck_assert_uint_ge(cpu_ns(rows[0]), 50000000);
    ck_assert_uint_eq(cpu_ns(rows[1]) % tick_ns, 0);
    ck_assert_uint_ge(cpu_ns(rows[1]), cpu_ns(rows[0]));
    ck_assert_uint_le(cpu_ns(rows[1]), cpu_ns(rows[2]) + tick_ns);
}

static void check_the_rest(const struct task *const rows[3])
{
    ck_assert_str_eq(rows[1]->comm, rows[2]->comm);
    ck_assert_uint_eq(rows[1]->start_ns, rows[2]->start_ns);
    ck_assert_int_eq(rows[1]->process->nlwp, MANY + 1);
    ck_assert_mem_eq(rows[1]->process, rows[2]->process, sizeof(struct process));
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
    TCase *tests = tcase_create("leader_stat");
    Suite *suite = suite_create("leader_stat");

    tcase_add_loop_test(tests, clocks_need_our_pids_and_a_known_kernel, 0, COUNT_OF(statuses));
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
