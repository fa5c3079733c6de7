/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scans that recall what has not run, held against scans that read all tasks, right before and
 * right after, of processes whose threads work, sleep, come and go meanwhile:
 *
 *   a thread that lived all through is there, and has its own name
 *   its time is never ahead of what it has run, and behind for LATE_MAX scans at most
 *   threads that replace as many others, and have run for less than the search can tell, are known
 *   after DUE_SCANS_MAX scans at most
 *   once all of them sleep, both show the same
 */
#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/proc/recall.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/rows.h"
#include "tests/common/small_thread.h"
#include "tests/unit/run.h"
#include "tests/unit/source/proc/recall_fixture.h"

#define PROCESSES_MAX 64
#define ROUNDS        40
#define MANY          500 /* threads */
#define LATE_MAX      3   /* scans */

/* Numbers of tasks are below this: PID_MAX_LIMIT of the kernel. */
#define TIDS 4194304

/* How a process that starts itself anew is to do that: the one word of its command line. */
#define ANEW "--anew"

/* What the threads of each process do. */
struct load {
    const char *name;
    size_t processes, threads;
    size_t working; /* so many work a little, and nap */
    size_t busy;    /* work without a pause */
    size_t relays;  /* end, and each leaves another one in its place */
};

static struct {
    volatile bool still; /* all shall sleep */
} * shared;

static struct snapshot before; /* read before `kept` is made; `fresh` after it */
static pid_t pids[PROCESSES_MAX];
static size_t pid_count;

/* By tid: in how many scans in a row it was late to be seen working, or ended. */
static uint8_t late[TIDS];
static unsigned latest;

static void pause_us(long us)
{
    nanosleep(&(struct timespec){.tv_nsec = us * 1000}, NULL);
}

/* A bit of work as long as it may, then sleeps. */
static void *work(void *unused)
{
    unsigned seed = (unsigned)gettid();

    while (!shared->still) {
        seed = seed * 1103515245 + 12345;
        use_cpu_ns(20000 + seed / 65536 % 100000);
        pause_us(5000 + seed / 65536 % 50000);
    }
    return small_thread_sleep_on(unused);
}

static void *be_busy(void *unused)
{
    while (!shared->still)
        use_cpu_ns(NS_PER_MS);
    return small_thread_sleep_on(unused);
}

static void *relay(void *unused)
{
    pthread_t next;

    pthread_detach(pthread_self());
    pause_us(3000);
    while (shared->still)
        pause();
    use_cpu_ns(30000);
    while (!small_thread_start(&next, relay, NULL))
        pause_us(1000);
    return unused;
}

static void start(size_t count, void *(*run)(void *))
{
    pthread_t thread;

    for (size_t i = 0; i < count; i++)
        if (!small_thread_start(&thread, run, NULL))
            _exit(EXIT_FAILURE);
}

/* The leader sleeps. */
static void be_process(int ready, void *argument)
{
    const struct load *load = argument;

    start(load->working, work);
    start(load->busy, be_busy);
    start(load->relays, relay);
    start(load->threads - 1 - load->working - load->busy - load->relays, small_thread_sleep_on);
    if (child_say_ready(ready))
        small_thread_sleep_on(NULL);
}

static void setup(void)
{
    recall_setup();
    snapshot_init(&before);
    /* cppcheck-suppress invalidFunctionArg ; no file */
    shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(shared, MAP_FAILED);
    pid_count = 0;
    latest = 0;
    memset(late, 0, sizeof(late));
}

static void teardown(void)
{
    while (pid_count > 0)
        child_end(pids[--pid_count]);
    munmap(shared, sizeof(*shared));
    snapshot_fini(&before);
    recall_teardown();
}

static void scan(struct source *source, struct snapshot *snapshot)
{
    const struct scan_request request = {
        .rows = ROWS_THREADS,
        .need = NEED_STAT | NEED_COMM,
        .only = pids,
        .only_count = pid_count,
        .again = source == recalling,
    };

    ck_assert_int_eq(source_scan(source, &request, snapshot), 0);
}

static uint64_t cpu_ns(const struct task *task)
{
    return task->utime_ns + task->stime_ns;
}

static void note(const struct task *task, bool is_late, unsigned most)
{
    uint8_t *scans = &late[task->tid];

    *scans = is_late ? *scans + 1 : 0;
    if (*scans > latest)
        latest = *scans;
    ck_assert_msg(*scans <= most, "%d of %d is late for %u scans", task->tid, task->tgid, *scans);
}

/*
 * Of each thread that lived from one reading to the next. User and system time are both cut, so
 * that less than a tick, which a search may leave, can show as two.
 */
static void check_living(uint64_t tick_ns)
{
    for (size_t i = 0; i < before.count; i++) {
        const struct task *first = &before.tasks[i];
        const struct task *last = find_same_row(&fresh, first);
        const struct task *task = find_same_row(&kept, first);

        if (!last)
            continue;
        if (task)
            ck_assert_uint_le(cpu_ns(task), cpu_ns(last) + tick_ns);
        note(first, !task, DUE_SCANS_MAX);
        if (task)
            note(first, cpu_ns(task) + 2 * tick_ns < cpu_ns(first), LATE_MAX);
    }
}

static void check_ended(void)
{
    for (size_t i = 0; i < kept.count; i++) {
        const struct task *task = &kept.tasks[i];

        if (!find_same_row(&before, task))
            note(task, !find_same_row(&fresh, task), DUE_SCANS_MAX);
    }
}

static void scan_around(void)
{
    scan(plain, &before);
    scan(recalling, &kept);
    scan(plain, &fresh);
}

static bool is_same(const struct task *a, const struct task *b)
{
    return is_same_task(a, b) && cpu_ns(a) == cpu_ns(b) && strcmp(a->comm, b->comm) == 0 &&
           a->process->nlwp == b->process->nlwp;
}

static bool shows_same(void)
{
    if (kept.count != fresh.count)
        return false;
    for (size_t i = 0; i < kept.count; i++)
        if (!is_same(&kept.tasks[i], &fresh.tasks[i]))
            return false;
    return true;
}

/* A stopped thread may run a last time, so it may take more scans than those that follow that. */
static void check_still(void)
{
    unsigned scans = 0;

    shared->still = true;
    do {
        scan_around();
        ck_assert_uint_le(++scans, 1000 * LATE_MAX);
    } while (!shows_same());
}

static bool start_load(struct load *load)
{
    while (pid_count < load->processes) {
        const pid_t pid = child_start(be_process, load);

        if (pid < 0)
            return false;
        pids[pid_count++] = pid;
    }
    return true;
}

static struct load loads[] = {
    {.name = "100 of 2,000 work", .processes = 1, .threads = 2000, .working = 100},
    {.name = "all work", .processes = 1, .threads = 200, .working = 199},
    {.name = "all are busy", .processes = 1, .threads = 40, .busy = 39},
    {.name = "one is busy", .processes = 1, .threads = 500, .working = 20, .busy = 1},
    {.name = "come and go", .processes = 2, .threads = 300, .working = 5, .relays = 20},
    {.name = "64 x 64", .processes = 64, .threads = 64, .working = 1},
};

START_TEST(what_is_recalled_is_what_is_read)
{
    struct load *load = &loads[_i];
    const uint64_t tick_ns = (uint64_t)ns_per_tick();

    if (is_emulated() && load->processes * load->threads > MANY) {
        leave_out(load->name, "so many threads take an emulator too long");
        return;
    }
    if (!start_load(load)) {
        leave_out(load->name, "so many threads are not allowed here");
        return;
    }
    for (int round = 0; round < ROUNDS; round++) {
        scan_around();
        check_living(tick_ns);
        check_ended();
    }
    check_still();
    printf("%s: late for %u scans at most\n", load->name, latest);
}

static void *start_anew(void *unused)
{
    char *const words[] = {(char[]){"recall_loads"}, (char[]){ANEW}, NULL};

    pause_us(2000);
    execv("/proc/self/exe", words);
    return unused;
}

/* A thread that is not the leader starts this program again, which ends all others. */
static int be_anew(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* was that of a thread that is gone */
    if (getppid() == 1)
        return EXIT_FAILURE;
    start(5, small_thread_sleep_on);
    start(1, start_anew);
    small_thread_sleep_on(NULL);
    return EXIT_FAILURE;
}

static void be_changing(int ready, void *unused)
{
    (void)unused;
    use_cpu_ns(50 * NS_PER_MS); /* more than any thread behind it */
    if (child_say_ready(ready))
        start_anew(NULL);
}

/* The leader's number and start stay, its time goes back, and all others are others. */
START_TEST(a_process_that_starts_itself_anew_is_seen_as_it_is)
{
    pids[pid_count++] = child_start(be_changing, NULL);
    ck_assert_int_gt(pids[0], 0);
    for (int round = 0; round < 20 * ROUNDS; round++) {
        const struct task *first, *task, *last;

        scan_around();
        check_ended();
        first = before.count ? &before.tasks[0] : NULL;
        task = kept.count ? &kept.tasks[0] : NULL;
        last = fresh.count ? &fresh.tasks[0] : NULL;
        if (!first || !last)
            continue;
        note(first, !task, DUE_SCANS_MAX); /* in the middle of it there may be no leader */
        if (!task)
            continue;
        ck_assert_int_eq(task->tid, pids[0]);
        /* A clock stands still for up to a tick of the kernel while its process runs. */
        if (cpu_ns(first) <= cpu_ns(last) && strcmp(first->comm, last->comm) == 0)
            note(first, strcmp(task->comm, first->comm) != 0, DUE_SCANS_MAX);
    }
}

/* A process with a few threads, by the number of one that has used more. */
static pid_t start_as(pid_t number, struct load *load)
{
    int ends[2];
    char byte;
    pid_t pid;

    ck_assert_int_eq(pipe(ends), 0);
    pid = child_fork_as(number);
    if (pid == 0)
        be_process(ends[1], load);
    close(ends[1]);
    if (pid > 0)
        ck_assert_int_eq(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    return pid;
}

#define USED_NS (200 * NS_PER_MS)

/* Its leader has run for longer than another process, and is the only one that runs. */
static void be_used(int ready, void *argument)
{
    const struct load *load = argument;

    use_cpu_ns(USED_NS);
    start(load->threads - 1, small_thread_sleep_on);
    if (!child_say_ready(ready))
        return;
    for (;;) {
        use_cpu_ns(NS_PER_MS);
        pause_us(1000);
    }
}

START_TEST(a_process_with_the_number_of_another_is_seen_as_it_is)
{
    static struct load load = {.threads = 100};
    pid_t pid;

    do {
        pids[0] = child_start(be_used, &load);
        ck_assert_int_gt(pids[0], 0);
        pid_count = 1;
        do
            scan(recalling, &kept);
        while (cpu_ns(&kept.tasks[0]) < USED_NS + 50 * NS_PER_MS);
        child_end(pids[0]);
        pid_count = 0;
        pid = start_as(pids[0], &load);
    } while (pid < 0 && (errno == EEXIST || errno == EAGAIN)); /* it has become somebody else's */
    if (pid < 0) {
        leave_out("numbers that are given again", "not without privilege, nor by an old kernel");
        return;
    }
    pid_count = 1;
    scan(recalling, &kept);
    scan(plain, &fresh);
    ck_assert_uint_eq(kept.count, fresh.count);
    for (size_t i = 0; i < kept.count; i++) {
        ck_assert(is_same_task(&kept.tasks[i], &fresh.tasks[i]));
        ck_assert_uint_le(cpu_ns(&kept.tasks[i]), cpu_ns(&fresh.tasks[i]));
    }
}

int main(int argc, char *argv[])
{
    if (argc == 2 && strcmp(argv[1], ANEW) == 0)
        return be_anew();
    return RUN_TESTS("recall_loads", FIXTURE(setup, teardown),
                     LOOP(what_is_recalled_is_what_is_read, getenv("QUICK") ? 0 : COUNT_OF(loads)),
                     CASE(a_process_that_starts_itself_anew_is_seen_as_it_is),
                     CASE(a_process_with_the_number_of_another_is_seen_as_it_is));
}
