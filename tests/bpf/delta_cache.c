/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Repeated scans return only what has changed: whatever others do to a sleeping task must be seen,
 * and what nobody touched must stay the same.
 *
 *   delta_cache WAY      "pinned-id-walk" or "id-walk"
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/base/unused.h"
#include "lib/source/source.h"
#include "tests/bpf/forced_way.h"
#include "tests/common/child.h"
#include "tests/common/rows.h"
#include "tests/common/verdict.h"

#define THREADS  4
#define NEW_NAME "other name"

static struct source *source;
static struct snapshot snapshot;

/* --- the tasks: a child whose threads sleep until they are to end --- */

/* It shares this memory. */
struct child {
    pid_t pid;
    pid_t tids[THREADS];
    sem_t started; /* by each thread */
    sem_t end;     /* for each thread that is to end */
    sem_t rename;  /* for the leader, which then renames the first thread */
};

static struct child *child;

static void await(sem_t *event)
{
    while (sem_wait(event) < 0)
        continue;
}

static void *sleeper(void *tid)
{
    *(pid_t *)tid = gettid();
    sem_post(&child->started);
    await(&child->end);
    return NULL;
}

static void be_child(int ready, void *nothing UNUSED)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, sleeper, &child->tids[i]) != 0)
            _exit(EXIT_FAILURE);
        await(&child->started);
    }
    child_say_ready(ready);
    await(&child->rename);
    pthread_setname_np(threads[0], NEW_NAME);
    for (;;)
        pause();
}

static void start_child(void)
{
    child = mmap(NULL, sizeof(*child), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, 0, 0);
    if (child == MAP_FAILED)
        die("mmap failed", errno);
    sem_init(&child->started, 1, 0);
    sem_init(&child->end, 1, 0);
    sem_init(&child->rename, 1, 0);
    child->pid = child_start(be_child, NULL);
    if (child->pid < 0)
        die("fork failed", errno);
}

/* --- scans --- */

static const struct task *scan_for(pid_t tid)
{
    const struct scan_request request = {
        .rows = ROWS_THREADS, .need = NEED_STAT | NEED_COMM | NEED_NLWP, .again = true};

    if (source_scan(source, &request, &snapshot) < 0)
        die("a scan failed", tid);
    return find_row(&snapshot, tid);
}

/* Scans until `is_so`. */
static void expect(const char *what, pid_t tid, bool (*is_so)(const struct task *task))
{
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);

    while (!is_so(scan_for(tid))) {
        if (!is_patient(start_ns))
            die(what, tid);
    }
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
    return task && task->nice == 18 && task->priority == 38;
}

static bool is_batch(const struct task *task)
{
    return task && task->policy == SCHED_BATCH;
}

static bool is_gone(const struct task *task)
{
    return !task;
}

static bool is_two(const struct task *task)
{
    return task && task->process->nlwp == 2;
}

/*
 * All of it is done to sleeping threads, one after the other; no scan may attribute it to another.
 */
static void try_changes(void)
{
    const struct sched_param none = {0};
    struct task first;

    for (int i = 0; i < THREADS; i++)
        expect("a thread does not sleep", child->tids[i], is_asleep);
    expect("a leader does not sleep", child->pid, is_asleep);
    first = *scan_for(child->tids[3]);

    sem_post(&child->rename);
    expect("a new name is not seen", child->tids[0], is_renamed);
    if (setpriority(PRIO_PROCESS, (id_t)child->tids[1], 18) < 0)
        die("setpriority", errno);
    expect("a new priority is not seen", child->tids[1], is_nicer);
    if (sched_setscheduler(child->tids[2], SCHED_BATCH, &none) < 0)
        die("sched_setscheduler", errno);
    expect("a new policy is not seen", child->tids[2], is_batch);

    if (is_renamed(scan_for(child->tids[3])) || is_nicer(scan_for(child->tids[3])) ||
        is_batch(scan_for(child->tids[3])))
        die("what was done to one is seen at another", child->tids[3]);
    if (scan_for(child->tids[3])->start_ns != first.start_ns ||
        scan_for(child->tids[3])->utime_ns != first.utime_ns)
        die("one is not what it was", child->tids[3]);

    kill(child->pid, SIGSTOP);
    for (int i = 0; i < THREADS; i++)
        expect("that it stopped is not seen", child->tids[i], is_stopped);
    kill(child->pid, SIGCONT);
    expect("that it goes on is not seen", child->pid, is_asleep);
}

/* Threads end until one is left; then all end. */
static void try_ends(void)
{
    for (int i = 0; i < THREADS - 1; i++)
        sem_post(&child->end);
    expect("that threads ended is not seen", child->pid, is_two);
    child_end(child->pid);
    expect("that a process ended is not seen", child->pid, is_gone);
    for (int i = 0; i < THREADS; i++)
        expect("that its threads ended is not seen", child->tids[i], is_gone);
}

/* What a task does itself is seen at once, whatever was cached. */
static void try_use(void)
{
    uint64_t before = scan_for(getpid())->utime_ns;
    uint64_t now = before;
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);

    while (now == before && is_patient(start_ns))
        now = scan_for(getpid())->utime_ns;
    if (now == before)
        die("no time goes by for us", (long long)now);
}

int main(int argc, char **argv)
{
    const struct source_options options = {.name = "bpf"};
    const enum reader_way way = forced_way_find(argc > 1 ? argv[1] : "id-walk");
    struct buf why = {0};

    if (way == WAY_NONE)
        die("delta_cache [id-walk | pinned-id-walk]", 0);
    if (source_open(&options, &source, &why) < 0)
        return skip(buf_text(&why));
    if (!forced_way_open(way, &why))
        return skip("that way is not open here");
    snapshot_init(&snapshot);
    start_child();
    try_changes();
    if (forced_way_reader()->id_walk.cache.last.count == 0)
        die("the reader keeps nothing of the last pass", 0);
    try_use();
    try_ends();
    puts("all well");
    snapshot_fini(&snapshot);
    source_close(source);
    forced_way_close();
    buf_fini(&why);
    return EXIT_SUCCESS;
}
