/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Repeated scans, of processes and of threads, return only what has changed: whatever others do to
 * a sleeping task must be seen, and what nobody touched must stay the same without being returned
 * again.
 *
 *   delta_cache WAY      "pinned-id-walk" or "id-walk"
 */
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/source/back_end.h"
#include "lib/source/bpf/delta_cache.h"
#include "lib/source/bpf/records.h"
#include "tests/bpf/forced_way.h"
#include "tests/bpf/sleeper.h"
#include "tests/bpf/sources.h"
#include "tests/common/child.h"
#include "tests/common/event.h"
#include "tests/common/rows.h"
#include "tests/common/take_over.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

static struct source *source;
static struct snapshot snapshot;

/* --- scans --- */

/* What the last scan returned of the sleeper's tasks, and whether it compared any. */
static size_t returned;
static bool has_compared;

TAKE_OVER(int, delta_cache_take, struct delta_cache *cache, struct wire_page *page,
          struct records *records)
{
    struct records arrived = {0};

    has_compared |= page->cached_count > 0;
    if (records_parse(page->records, page->used, &arrived) == 0)
        for (size_t i = 0; i < arrived.task_count; i++)
            returned += sleeper_has(arrived.tasks[i].task->tid);
    records_fini(&arrived);
    return __real_delta_cache_take(cache, page, records);
}

static unsigned rows; /* of scans */

/* A task's row in a new scan, the sleeper's being `shown` or ours. NULL: there is none. */
static const struct task *scan(pid_t tid, bool shown)
{
    const uint64_t key = task_process_key(shown ? sleeper->tids[LEADER] : getpid());
    const struct scan_request request = {.rows = rows,
                                         .need = NEED_STAT | NEED_COMM | NEED_NLWP | NEED_MEM,
                                         .again = true,
                                         .shown = &key,
                                         .shown_count = 1};

    returned = 0;
    has_compared = false;
    sources_scan(source, &request, &snapshot);
    return find_row(&snapshot, tid);
}

static const char *describe(const struct task *row)
{
    static char text[512];

    if (!row)
        return "it is not there";
    snprintf(text, sizeof(text),
             "state %c, nice %d, priority %d, policy %d, parent %d, threads %d, RSS %" PRIu64
             " KiB, times %" PRIu64 " and %" PRIu64 " ns, name \"%s\"",
             row->state, row->nice, row->priority, row->policy, row->process->ppid,
             row->process->nlwp, row->process->rss_kib, row->utime_ns, row->stime_ns, row->comm);
    return text;
}

/* Fails if there is no such row. */
static const struct task *expect_row(pid_t tid, bool shown)
{
    const struct task *row = scan(tid, shown);

    if (!row)
        fail("expected task %d, and it is not among %zu", tid, snapshot.count);
    return row;
}

/* Scans until the sleeper's task is as expected. */
static void expect_soon(const char *expected, int who, bool (*is_expected)(const struct task *task))
{
    const pid_t tid = sleeper->tids[who];
    const struct task *row;

    WAIT_UNTIL (is_expected(row = scan(tid, false)), "expected of task %d: %s: %s", tid, expected,
                describe(row))
        continue;
}

/* The next scan is to show it. */
static void expect_now(const char *expected, bool (*is_expected)(const struct task *task))
{
    const struct task *row = scan(sleeper->tids[LEADER], false);

    if (!is_expected(row))
        fail("expected of process %d at once: %s: %s", sleeper->tids[LEADER], expected,
             describe(row));
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

static int new_nice = 17; /* one more for each that is made nicer */

static bool is_nicer(const struct task *task)
{
    return task && task->nice == new_nice && task->priority == 20 + new_nice;
}

static bool is_batch(const struct task *task)
{
    return task && task->policy == SCHED_BATCH;
}

static bool has_used_its_time(const struct task *task)
{
    return task->utime_ns + task->stime_ns >= SHOWN_MIN_NS;
}

static bool has_two_threads(const struct task *task)
{
    return task && task->process->nlwp == 2;
}

static bool has_second_thread(const struct task *task)
{
    return has_two_threads(task) && has_used_its_time(task);
}

static bool is_alone(const struct task *task)
{
    return task && task->process->nlwp == 1;
}

static bool is_not_returned(const struct task *task)
{
    return is_asleep(task) && has_compared && returned == 0;
}

static pid_t former_parent;

static bool has_other_parent(const struct task *task)
{
    return task && task->process->ppid != former_parent;
}

/* Who is its parent now may reap it late. */
static bool has_ended(const struct task *task)
{
    return !task || task->state == 'Z';
}

/* --- what others do to it --- */

static void renice(pid_t tid)
{
    if (setpriority(PRIO_PROCESS, (id_t)tid, ++new_nice) < 0)
        fail("task %d cannot be made nicer: %s", tid, strerror(errno));
}

static void fill_its_memory(void)
{
    const pid_t pid = sleeper->tids[LEADER];
    const uint64_t before_kib = expect_row(pid, true)->process->rss_kib;
    uint64_t kib;

    sleeper_write_half(0);
    kib = expect_row(pid, true)->process->rss_kib;
    if (kib < before_kib + AREA_KIB / 2)
        fail("expected more memory at once, as its row is shown: %ju KiB", (uintmax_t)kib);
    sleeper_write_half(1);
    for (unsigned scans = 0; scans <= DUE_SCANS_MAX && kib < before_kib + AREA_KIB; scans++)
        kib = expect_row(pid, false)->process->rss_kib;
    if (kib < before_kib + AREA_KIB)
        fail("expected more memory in time: %ju KiB", (uintmax_t)kib);
}

/* Rows of processes. One without other threads is not returned again while it sleeps. */
static void try_process(void)
{
    static const char quiet[] = "that it sleeps, and is not returned again";

    expect_soon(quiet, LEADER, is_not_returned);
    renice(sleeper->tids[LEADER]);
    expect_now("a new priority", is_nicer);
    expect_soon(quiet, LEADER, is_not_returned);
    fill_its_memory();
    sem_post(&sleeper->orders);
    expect_soon("a second thread, and its time", LEADER, has_second_thread);
    sem_post(&sleeper->end);
    expect_soon("one thread again", LEADER, is_alone);
    expect_soon(quiet, LEADER, is_not_returned);
    expect_now("the time of the thread that has ended", has_used_its_time);
}

/* All are returned by the first scan, and none again while they sleep. */
static void try_sleep(void)
{
    event_wait(&sleeper->started); /* by the one that has ended */
    for (int i = 0; i < THREADS; i++) {
        sem_post(&sleeper->orders);
        event_wait(&sleeper->started);
    }
    expect_row(sleeper->tids[LEADER], false);
    if (returned != THREADS + 1)
        fail("expected %d records of it in the first scan, and there are %zu", THREADS + 1,
             returned);
    for (int i = 0; i <= LEADER; i++)
        expect_soon("that it sleeps", i, is_asleep);
    expect_soon("that neither it nor its threads are returned again", LEADER, is_not_returned);
}

static void make_batch(pid_t tid)
{
    const struct sched_param none = {0};

    if (sched_setscheduler(tid, SCHED_BATCH, &none) < 0)
        fail("thread %d cannot have another policy: %s", tid, strerror(errno));
}

/* Changes one thread after the other; no scan may show a change at the last one. */
static void try_changes(void)
{
    const pid_t untouched = sleeper->tids[THREADS - 1];
    const struct task *now;
    struct task first;
    char comm[16];

    first = *expect_row(untouched, false);
    snprintf(comm, sizeof(comm), "%s", first.comm);
    if (!has_used_its_time(&first))
        fail("expected time that thread %d has used: %s", untouched, describe(&first));
    sem_post(&sleeper->orders);
    expect_soon("a new name", 0, is_renamed);
    renice(sleeper->tids[1]);
    expect_soon("a new priority", 1, is_nicer);
    make_batch(sleeper->tids[2]);
    expect_soon("a new policy", 2, is_batch);
    now = expect_row(untouched, false);
    if (strcmp(now->comm, comm) != 0 || now->nice != first.nice || now->policy != first.policy ||
        now->priority != first.priority || now->start_ns != first.start_ns ||
        now->utime_ns != first.utime_ns || now->stime_ns != first.stime_ns)
        fail("expected thread %d as before others were changed: %s", untouched, describe(now));

    kill(sleeper->tids[LEADER], SIGSTOP);
    for (int i = 0; i < THREADS; i++)
        expect_soon("that it has stopped", i, is_stopped);
    kill(sleeper->tids[LEADER], SIGCONT);
    expect_soon("that it continues", LEADER, is_asleep);
}

/* What a task does itself is seen at once, whatever was cached. */
static void try_use(void)
{
    const uint64_t before = expect_row(getpid(), false)->utime_ns;

    WAIT_UNTIL (expect_row(getpid(), false)->utime_ns > before, "%" PRIu64 " ns that we have used",
                before)
        continue;
}

/* Threads end until one is left; its parent ends; then all end. */
static void try_ends(void)
{
    for (int i = 0; i < THREADS - 1; i++)
        sem_post(&sleeper->end);
    expect_soon("that it has two threads", LEADER, has_two_threads);
    child_end(former_parent);
    expect_now("another parent", has_other_parent);
    kill(sleeper->tids[LEADER], SIGKILL);
    for (int i = 0; i <= LEADER; i++)
        expect_soon("that it has ended", i, has_ended);
}

static void run(struct buf *why)
{
    former_parent = sleeper_start();
    rows = ROWS_PROCESSES;
    try_process();
    source_close(source);
    rows = ROWS_THREADS;
    source = sources_open_one("bpf", why);
    if (!source)
        fail("%s", buf_text(why));
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
        run(&why);
    else
        status = skip(buf_text(&why));
    forced_way_close();
    buf_fini(&why);
    return status;
}
