/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Group counts by BPF, on the running kernel: no process is missing and none is invented, each has
 * its number of threads, and times are those of the processes' own clocks, even while threads end
 * all the time.
 *
 *   group_count
 *
 * Exits with 77 where it cannot run.
 */
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/proc/back_ends.h"
#include "tests/bpf/forced_way.h"
#include "tests/bpf/mismatches.h"
#include "tests/bpf/sources.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/event.h"
#include "tests/common/rows.h"
#include "tests/common/small_thread.h"
#include "tests/common/verdict.h"

/* Enough for the count to be used, and for more than one leaf of the tree of ids. */
#define THREADS 200

/*
 * Counts in which a process's time is exact, and those in which it is not because threads were
 * ending, which cannot happen on a host with one processor.
 */
#define EXACT_ONES 200
#define OTHERS     20

static struct group_count group_count;

/* Counts all groups; returns that of a process. */
static const struct counted_group *count_groups(pid_t pid)
{
    struct records records = {0};
    const int result = group_count_read(&group_count, &(struct pass){0}, &records);
    const struct counted_group *group;

    if (result < 0)
        fail("a group count failed: %s", strerror(-result));
    group = group_counts_find(&group_count.counts, pid);
    if (!group)
        fail("expected a count of process %d, and it is not among %zu", pid,
             group_count.counts.count);
    return group;
}

/* --- a child whose threads end all the time --- */

/* A thread that uses a noticeable amount of time, and ends in its turn. */
static void *end_in_turn(void *turns)
{
    sem_t *turn = turns;

    use_cpu_ns(3 * NS_PER_MS / 10);
    event_wait(turn);
    sem_post(turn + 1);
    return NULL;
}

/* Many such threads, again and again, until the parent ends it. */
static void end_threads(int ready, void *nothing)
{
    (void)nothing;
    static sem_t turns[THREADS + 1];
    static pthread_t threads[THREADS];

    for (bool is_first = true;; is_first = false) {
        for (int i = 0; i <= THREADS; i++)
            sem_init(&turns[i], 0, 0);
        for (int i = 0; i < THREADS; i++)
            if (!small_thread_start(&threads[i], end_in_turn, &turns[i]))
                _exit(EXIT_FAILURE);
        if (is_first && !child_say_ready(ready))
            _exit(EXIT_FAILURE);
        sem_post(&turns[0]);
        for (int i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
    }
}

static bool has_many_processors(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof(set), &set) < 0 || CPU_COUNT(&set) > 1;
}

/*
 * A count marked exact must equal the clock, whatever ends meanwhile. Repeated until both exact and
 * inexact ones were seen often.
 */
static void check_ending(pid_t pid, clockid_t clock)
{
    const size_t others_wanted = has_many_processors() ? OTHERS : 0;
    int64_t progress_ns = clock_ns(CLOCK_MONOTONIC);
    size_t exact = 0;
    size_t others = 0;

    while (exact < EXACT_ONES || others < others_wanted) {
        const uint64_t before = clock_ns(clock);
        const struct counted_group *group = count_groups(pid);
        const uint64_t after = clock_ns(clock);

        if (group->exact && (group->cpu_ns < before || group->cpu_ns > after))
            fail("process %d has used %" PRIu64 " to %" PRIu64 " ns, and not %" PRIu64, pid, before,
                 after, group->cpu_ns);
        if (group->exact ? exact++ < EXACT_ONES : others++ < others_wanted)
            progress_ns = clock_ns(CLOCK_MONOTONIC);
        if (!is_patient(progress_ns))
            fail("expected %d exact counts where threads end, and %zu others; got %zu and %zu",
                 EXACT_ONES, others_wanted, exact, others);
    }
    printf("%zu counts exact where threads end, %zu not\n", exact, others);
}

static void check_child(void)
{
    const pid_t child = child_start(end_threads, NULL);
    clockid_t clock;
    int error;

    if (child < 0)
        fail("a process of %d threads cannot be made", THREADS);
    error = clock_getcpuclockid(child, &clock);
    if (error)
        fail("process %d has no clock: %s", child, strerror(error));
    check_ending(child, clock);
    child_end(child);
}

/* --- this process, which becomes one of many threads --- */

static void *use_and_end(void *argument)
{
    use_cpu_ns(20 * NS_PER_MS);
    return argument;
}

static void *use_and_stay(void *started)
{
    use_cpu_ns(NS_PER_MS / 10);
    sem_post(started);
    for (;;)
        pause();
    return NULL;
}

static void start_thread(pthread_t *thread, void *(*run)(void *), void *argument)
{
    if (!small_thread_start(thread, run, argument))
        fail("a thread cannot be started");
}

/* How many threads this process has, according to the kernel. */
static unsigned own_threads(void)
{
    FILE *file = fopen("/proc/self/status", "re");
    unsigned threads = 0;
    char line[256];

    while (file && threads == 0 && fgets(line, sizeof(line), file)) {
        if (strncmp(line, "Threads:", strlen("Threads:")) == 0)
            threads = (unsigned)strtoul(line + strlen("Threads:"), NULL, 10);
    }
    if (file)
        fclose(file);
    return threads;
}

/* A joined thread counts until the kernel has removed it. */
static void wait_for_threads(unsigned count)
{
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);
    unsigned threads;

    while ((threads = own_threads()) != count) {
        if (!is_patient(start_ns))
            fail("expected to be %u threads, and we are %u", count, threads);
        sched_yield();
    }
}

/* Afterwards the thread that used most of the time has ended. */
static void start_threads(void)
{
    static sem_t started;
    pthread_t thread;

    sem_init(&started, 0, 0);
    start_thread(&thread, use_and_end, NULL);
    pthread_join(thread, NULL);
    for (int i = 0; i < THREADS; i++)
        start_thread(&thread, use_and_stay, &started);
    for (int i = 0; i < THREADS; i++)
        event_wait(&started);
    wait_for_threads(THREADS + 1);
}

/* The kernel brings this process's sum up to date when it asks for its own clock. */
static void check_own_time(void)
{
    const uint64_t before = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    const struct counted_group *group = count_groups(getpid());
    const uint64_t after = clock_ns(CLOCK_PROCESS_CPUTIME_ID);

    if (!group->exact || group->threads != THREADS + 1)
        fail("expected an exact count of %d threads of ours, and it is of %u, %s", THREADS + 1,
             group->threads, group->exact ? "exact" : "not exact");
    if (group->cpu_ns < before || group->cpu_ns > after)
        fail("we have used %" PRIu64 " to %" PRIu64 " ns, and not %" PRIu64, before, after,
             group->cpu_ns);
}

/* A row made from the count has the same time in whole ticks: no thread is added twice. */
static void check_row(struct source *bpf)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES, .need = NEED_STAT | NEED_COMM};
    const uint64_t tick_ns = (uint64_t)ns_per_tick();
    struct snapshot snapshot;
    const struct task *row;
    struct own_row own;

    snapshot_init(&snapshot);
    own = sources_scan_self(bpf, &request, &snapshot);
    row = own.row;
    if (row->have & NEED_USAGE || row->stime_ns != 0)
        fail("expected a row of ours by the count, and %" PRIu64 " ns of it are the system's",
             row->stime_ns);
    if (row->utime_ns + tick_ns <= own.before_ns || row->utime_ns > own.after_ns)
        fail("expected %" PRIu64 " to %" PRIu64 " ns in our row, and not %" PRIu64, own.before_ns,
             own.after_ns, row->utime_ns);
    snapshot_fini(&snapshot);
}

/* --- all processes --- */

/* A process with the same figures in both scans must be counted with these. */
static void compare_rows(struct mismatches *mismatches, const struct sources *sources)
{
    for (size_t i = 0; i < sources->before.count; i++) {
        const struct task *first = &sources->before.tasks[i];
        const struct task *last = find_same_row(&sources->after, first);
        const struct counted_group *group = group_counts_find(&group_count.counts, first->tid);
        const uint32_t threads = (uint32_t)first->process->nlwp;
        char text[80];

        if (!last || last->process->nlwp != first->process->nlwp ||
            (group && group->threads == threads))
            continue;
        snprintf(text, sizeof(text), "procfs has %u threads, bpf %u", threads,
                 group ? group->threads : 0);
        mismatches_note(mismatches, first, 0, text);
    }
}

/* A process that is counted must be in one of the scans. */
static void compare_groups(struct mismatches *mismatches, const struct sources *sources)
{
    const struct group_counts *counts = &group_count.counts;

    for (size_t i = 0; i < counts->count; i++) {
        const pid_t tgid = counts->groups[i].tgid;

        if (i > 0 && counts->groups[i - 1].tgid >= tgid)
            fail("expected ascending groups, and %d follows %d", tgid, counts->groups[i - 1].tgid);
        if (!find_row(&sources->before, tgid) && !find_row(&sources->after, tgid))
            mismatches_note(mismatches, &(struct task){.tid = tgid}, 1, "found by bpf only");
    }
}

static void check_processes(struct sources *sources)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES, .need = NEED_STAT | NEED_NLWP};
    struct mismatches mismatches = {0};

    do {
        sources_scan(sources->proc, &request, &sources->before);
        count_groups(getpid());
        sources_scan(sources->proc, &request, &sources->after);
        compare_rows(&mismatches, sources);
        compare_groups(&mismatches, sources);
    } while (mismatches_end_round(&mismatches));
    printf("%zu processes, %zu groups\n", sources->after.count, group_count.counts.count);
    mismatches_expect_none(&mismatches, "groups by bpf and procfs");
}

int main(void)
{
    struct sources sources = {0};
    struct buf why = {0};
    int status = EXIT_SUCCESS;

    if (!forced_way_open(WAY_GROUP_COUNT, &why) || !sources_open(&sources, &why)) {
        status = skip(buf_text(&why));
    } else if (!procfs_facts(sources.proc).has_clock) {
        status = skip("processes have no clocks that can be relied on");
    } else {
        check_child(); /* while this is a process of one thread */
        start_threads();
        check_processes(&sources);
        check_own_time();
        check_row(sources.bpf);
    }
    group_count_fini(&group_count);
    sources_close(&sources);
    forced_way_close();
    buf_fini(&why);
    return status;
}
