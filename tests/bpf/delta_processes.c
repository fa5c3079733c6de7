/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Repeated scans of processes alone: one that sleeps, and has no other threads, is not returned
 * again, and yet what others do to it is seen.
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/back_end.h"
#include "tests/bpf/forced_way.h"
#include "tests/bpf/returned.h"
#include "tests/bpf/sources.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/event.h"
#include "tests/common/rows.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

#define NEW_NICE  18
#define AREA_SIZE (4 << 20)
#define AREA_KIB  (AREA_SIZE / 1024)

/* What the second thread uses: several ticks, as less would be shown as 0. */
/* By its second thread. User and system time are each rounded down: one tick less is shown at
 * least. */
#define USED_TICKS   5
#define SHOWN_MIN_NS ((uint64_t)((USED_TICKS - 1) * ns_per_tick()))

static struct source *source;
static struct snapshot snapshot;

/* --- the processes: a child, and one of its own that sleeps --- */

/* Memory that they share with the test. */
struct sleeper {
    pid_t pid;
    sem_t begin; /* for a second thread, */
    sem_t end;   /* and its end */
    char *area;  /* of its own, untouched */
};

static struct sleeper *sleeper;

static void *second(void *nothing)
{
    use_cpu_ns(USED_TICKS * ns_per_tick());
    event_wait(&sleeper->end);
    return nothing;
}

static noreturn void sleep_on(int ready)
{
    pthread_t thread;

    sleeper->pid = getpid();
    sleeper->area =
        /* cppcheck-suppress invalidFunctionArg ; no file */
        mmap(NULL, AREA_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (sleeper->area == MAP_FAILED)
        _exit(EXIT_FAILURE);
    child_say_ready(ready);
    event_wait(&sleeper->begin);
    if (pthread_create(&thread, NULL, second, NULL) != 0)
        _exit(EXIT_FAILURE);
    pthread_join(thread, NULL);
    for (;;)
        pause();
}

/* The sleeper is to outlive this process. */
static void have_child(int ready, void *nothing)
{
    (void)nothing;
    if (fork() == 0)
        sleep_on(ready);
    for (;;)
        pause();
}

static pid_t start_sleeper(void)
{
    pid_t parent;

    sleeper =
        /* cppcheck-suppress invalidFunctionArg ; no file */
        mmap(NULL, sizeof(*sleeper), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (sleeper == MAP_FAILED)
        fail("no memory to share with a child: %s", strerror(errno));
    sem_init(&sleeper->begin, 1, 0);
    sem_init(&sleeper->end, 1, 0);
    parent = child_start(have_child, NULL);
    if (parent < 0)
        fail("no child can be made that has a child");
    return parent;
}

/* --- scans --- */

/* The sleeper's row in a new scan of processes, it or ours being `shown`. NULL: there is none. */
static const struct task *scan(bool shown)
{
    const uint64_t key = task_process_key(shown ? sleeper->pid : getpid());
    const struct scan_request request = {.rows = ROWS_PROCESSES,
                                         .need = NEED_STAT | NEED_COMM | NEED_NLWP | NEED_MEM,
                                         .again = true,
                                         .shown = &key,
                                         .shown_count = 1};

    returned_count_of(&sleeper->pid, 1);
    sources_scan(source, &request, &snapshot);
    return find_row(&snapshot, sleeper->pid);
}

static const char *describe(const struct task *row)
{
    static char text[256];

    if (!row)
        return "it is not there";
    snprintf(text, sizeof(text),
             "state %c, nice %d, parent %d, threads %d, RSS %" PRIu64 " KiB, time %" PRIu64 " ns",
             row->state, row->nice, row->process->ppid, row->process->nlwp, row->process->rss_kib,
             row->utime_ns + row->stime_ns);
    return text;
}

/* Scans until the row is as expected. */
static void expect_soon(const char *expected, bool (*is_expected)(const struct task *task))
{
    const struct task *row;

    WAIT_UNTIL (is_expected(row = scan(false)), "expected of process %d: %s: %s", sleeper->pid,
                expected, describe(row))
        continue;
}

static bool is_not_returned(const struct task *task)
{
    return task && task->state == 'S' && returned_has_compared() && returned_count() == 0;
}

static bool is_nicer(const struct task *task)
{
    return task && task->nice == NEW_NICE;
}

static bool has_second_thread(const struct task *task)
{
    return task && task->process->nlwp == 2 && task->utime_ns + task->stime_ns >= SHOWN_MIN_NS;
}

static bool is_alone_again(const struct task *task)
{
    return task && task->process->nlwp == 1;
}

/* Who is its parent now may reap it late. */
static bool has_ended(const struct task *task)
{
    return !task || task->state == 'Z';
}

/* --- what others do to it --- */

static void renice_it(void)
{
    if (setpriority(PRIO_PROCESS, (id_t)sleeper->pid, NEW_NICE) < 0)
        fail("process %d cannot be made nicer: %s", sleeper->pid, strerror(errno));
    if (!is_nicer(scan(false)))
        fail("expected the new priority of process %d at once: %s", sleeper->pid,
             describe(find_row(&snapshot, sleeper->pid)));
}

/* Half of its area, which it has never touched; it notices nothing. */
static void write_half(int half)
{
    static char bytes[AREA_SIZE / 2];
    const struct iovec from = {bytes, sizeof(bytes)};
    const struct iovec to = {sleeper->area + half * AREA_SIZE / 2, sizeof(bytes)};

    if (process_vm_writev(sleeper->pid, &from, 1, &to, 1, 0) != (ssize_t)sizeof(bytes))
        fail("the memory of process %d cannot be written: %s", sleeper->pid, strerror(errno));
}

static void fill_its_memory(void)
{
    const uint64_t before_kib = scan(true)->process->rss_kib;
    uint64_t kib;

    write_half(0);
    kib = scan(true)->process->rss_kib;
    if (kib < before_kib + AREA_KIB / 2)
        fail("expected more memory at once, as its row is shown: %ju KiB", (uintmax_t)kib);
    write_half(1);
    for (unsigned scans = 0; scans <= DUE_SCANS_MAX && kib < before_kib + AREA_KIB; scans++)
        kib = scan(false)->process->rss_kib;
    if (kib < before_kib + AREA_KIB)
        fail("expected more memory in time: %ju KiB", (uintmax_t)kib);
}

/* What a thread has used stays with the process. */
static void have_a_second_thread(void)
{
    sem_post(&sleeper->begin);
    expect_soon("a second thread, and its time", has_second_thread);
    sem_post(&sleeper->end);
    expect_soon("one thread again", is_alone_again);
    expect_soon("that it is not returned again", is_not_returned);
    if (scan(false)->utime_ns + scan(false)->stime_ns < SHOWN_MIN_NS)
        fail("expected the time of the thread that has ended: %s",
             describe(find_row(&snapshot, sleeper->pid)));
}

static void take_its_parent(pid_t parent)
{
    const struct task *row;

    child_end(parent);
    row = scan(false);
    if (!row || row->process->ppid == parent)
        fail("expected another parent of process %d at once: %s", sleeper->pid, describe(row));
}

static void run(void)
{
    const pid_t parent = start_sleeper();

    expect_soon("that it sleeps, and is not returned again", is_not_returned);
    renice_it();
    expect_soon("that it is not returned again", is_not_returned);
    fill_its_memory();
    have_a_second_thread();
    take_its_parent(parent);
    expect_soon("that it is not returned again", is_not_returned);
    kill(sleeper->pid, SIGKILL);
    expect_soon("that it has ended", has_ended);
    snapshot_fini(&snapshot);
    source_close(source);
}

int main(void)
{
    struct buf why = {0};
    int status = EXIT_SUCCESS;

    if (forced_way_open(WAY_ID_WALK, &why))
        source = sources_open_one("bpf", &why);
    if (source)
        run();
    else
        status = skip(buf_text(&why));
    forced_way_close();
    buf_fini(&why);
    return status;
}
