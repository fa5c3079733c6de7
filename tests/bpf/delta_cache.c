/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Repeated scans return only what has changed: whatever others do to a sleeping task must be seen,
 * and what nobody touched must stay the same without being returned again.
 *
 *   delta_cache WAY      "pinned-id-walk" or "id-walk"
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/bpf/forced_way.h"
#include "tests/bpf/returned.h"
#include "tests/bpf/sources.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/event.h"
#include "tests/common/rows.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

#define THREADS      4
#define LEADER       THREADS
#define NEW_NAME     "other name"
#define NEW_NICE     18
#define NEW_PRIORITY (20 + NEW_NICE)

/* What each thread uses before it sleeps: several ticks, as less would be shown as 0. */
#define USED_TICKS 3

static struct source *source;
static struct snapshot snapshot;

/* --- the tasks: a child whose threads sleep until they are to end --- */

/* Memory that the child shares with the test. */
struct child {
    pid_t tids[THREADS + 1]; /* the last one is its own */
    sem_t started;           /* by each thread */
    sem_t end;               /* for each thread that is to end */
    sem_t rename;            /* for the leader, which then renames the first thread */
};

static struct child *child;

static void *sleeper(void *tid)
{
    *(pid_t *)tid = gettid();
    use_cpu_ns(USED_TICKS * ns_per_tick());
    sem_post(&child->started);
    event_wait(&child->end);
    return NULL;
}

static void run_child(int ready, void *nothing)
{
    (void)nothing;
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, sleeper, &child->tids[i]) != 0)
            _exit(EXIT_FAILURE);
        event_wait(&child->started);
    }
    child_say_ready(ready);
    event_wait(&child->rename);
    pthread_setname_np(threads[0], NEW_NAME);
    for (;;)
        pause();
}

static void start_child(void)
{
    child = mmap(NULL, sizeof(*child), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, 0, 0);
    if (child == MAP_FAILED)
        fail("no memory to share with a child: %s", strerror(errno));
    sem_init(&child->started, 1, 0);
    sem_init(&child->end, 1, 0);
    sem_init(&child->rename, 1, 0);
    child->tids[LEADER] = child_start(run_child, NULL);
    if (child->tids[LEADER] < 0)
        fail("a child with %d threads cannot be made", THREADS);
}

/* --- scans --- */

/* The row of a thread in a new scan, or NULL. */
static const struct task *scan_for(pid_t tid)
{
    const struct scan_request request = {
        .rows = ROWS_THREADS, .need = NEED_STAT | NEED_COMM | NEED_NLWP, .again = true};

    returned_count_of(child->tids, THREADS + 1);
    sources_scan(source, &request, &snapshot);
    return find_row(&snapshot, tid);
}

/* The same; fails if there is no such row. */
static const struct task *expect_row(pid_t tid)
{
    const struct task *row = scan_for(tid);

    if (!row)
        fail("expected thread %d, and it is not among %zu", tid, snapshot.count);
    return row;
}

static const char *describe(const struct task *row)
{
    static char text[512];

    if (!row)
        return "it is not there";
    snprintf(text, sizeof(text),
             "state %c, nice %d, priority %d, policy %d, threads %d, times %" PRIu64 " and %" PRIu64
             " ns, name \"%s\"",
             row->state, row->nice, row->priority, row->policy, row->process->nlwp, row->utime_ns,
             row->stime_ns, row->comm);
    return text;
}

/* Scans until the thread is as expected. */
static void expect_soon(const char *expected, pid_t tid,
                        bool (*is_expected)(const struct task *task))
{
    const struct task *row;

    WAIT_UNTIL (is_expected(row = scan_for(tid)), "expected of thread %d: %s: %s", tid, expected,
                describe(row))
        continue;
}

static bool is_asleep(const struct task *task)
{
    return task && task->state == 'S';
}

static bool is_stopped(const struct task *task)
{
    return task && task->state == 'T';
}

static bool is_renamed(const struct task *task)
{
    return task && strcmp(task->comm, NEW_NAME) == 0;
}

static bool is_nicer(const struct task *task)
{
    return task && task->nice == NEW_NICE && task->priority == NEW_PRIORITY;
}

static bool is_batch(const struct task *task)
{
    return task && task->policy == SCHED_BATCH;
}

static bool is_gone(const struct task *task)
{
    return !task;
}

static bool has_two_threads(const struct task *task)
{
    return task && task->process->nlwp == 2;
}

static bool is_not_returned(const struct task *task)
{
    return task && returned_has_compared() && returned_count() == 0;
}

/* --- what others do to sleeping threads --- */

static void rename_thread(pid_t tid)
{
    sem_post(&child->rename);
    expect_soon("a new name", tid, is_renamed);
}

static void renice_thread(pid_t tid)
{
    if (setpriority(PRIO_PROCESS, (id_t)tid, NEW_NICE) < 0)
        fail("thread %d cannot be made nicer: %s", tid, strerror(errno));
    expect_soon("a new priority", tid, is_nicer);
}

static void make_batch(pid_t tid)
{
    const struct sched_param none = {0};

    if (sched_setscheduler(tid, SCHED_BATCH, &none) < 0)
        fail("thread %d cannot have another policy: %s", tid, strerror(errno));
    expect_soon("a new policy", tid, is_batch);
}

/* Changes one thread after the other; no scan may show a change at the thread before. */
static void try_changes(void)
{
    const pid_t untouched = child->tids[THREADS - 1];
    const struct task *now;
    char comm[16];
    struct task first;

    first = *expect_row(untouched);
    snprintf(comm, sizeof(comm), "%s", first.comm);
    if (first.utime_ns + first.stime_ns == 0)
        fail("expected time that thread %d has used: %s", untouched, describe(&first));

    rename_thread(child->tids[0]);
    renice_thread(child->tids[1]);
    make_batch(child->tids[2]);
    now = expect_row(untouched);
    if (strcmp(now->comm, comm) != 0 || now->nice != first.nice || now->policy != first.policy ||
        now->priority != first.priority || now->start_ns != first.start_ns ||
        now->utime_ns != first.utime_ns || now->stime_ns != first.stime_ns)
        fail("expected thread %d as before others were changed: %s", untouched, describe(now));

    kill(child->tids[LEADER], SIGSTOP);
    for (int i = 0; i < THREADS; i++)
        expect_soon("that it has stopped", child->tids[i], is_stopped);
    kill(child->tids[LEADER], SIGCONT);
    expect_soon("that it continues", child->tids[LEADER], is_asleep);
}

/* All are returned by the first scan, and none again while they sleep. */
static void try_sleep(void)
{
    expect_row(child->tids[LEADER]);
    if (returned_count() != THREADS + 1)
        fail("expected %d records of the child in the first scan, and there are %zu", THREADS + 1,
             returned_count());
    for (int i = 0; i < THREADS; i++)
        expect_soon("that it sleeps", child->tids[i], is_asleep);
    expect_soon("that it sleeps", child->tids[LEADER], is_asleep);
    expect_soon("that neither it nor its threads are returned again", child->tids[LEADER],
                is_not_returned);
}

/* Threads end until one is left; then all end. */
static void try_ends(void)
{
    for (int i = 0; i < THREADS - 1; i++)
        sem_post(&child->end);
    expect_soon("that it has two threads", child->tids[LEADER], has_two_threads);
    child_end(child->tids[LEADER]);
    expect_soon("that it has ended", child->tids[LEADER], is_gone);
    for (int i = 0; i < THREADS; i++)
        expect_soon("that it has ended with its process", child->tids[i], is_gone);
}

/* What a task does itself is seen at once, whatever was cached. */
static void try_use(void)
{
    const uint64_t before = expect_row(getpid())->utime_ns;

    WAIT_UNTIL (expect_row(getpid())->utime_ns > before, "%" PRIu64 " ns that we have used", before)
        continue;
}

static void run(void)
{
    start_child();
    try_sleep();
    try_changes();
    try_use();
    try_ends();
    snapshot_fini(&snapshot);
    source_close(source);
}

int main(int argc, char **argv)
{
    const enum reader_way way = forced_way_find(argc > 1 ? argv[1] : "");
    struct buf why = {0};
    int status = EXIT_SUCCESS;

    if (way != WAY_ID_WALK && way != WAY_PINNED_ID_WALK)
        fail("usage: delta_cache id-walk|pinned-id-walk");
    if (forced_way_open(way, &why))
        source = sources_open_one("bpf", &why);
    if (source)
        run();
    else
        status = skip(buf_text(&why));
    forced_way_close();
    buf_fini(&why);
    return status;
}
