/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Group counts by BPF, on the running kernel: no process is missing, each has its number of
 * threads, and times are those of the processes' own clocks, even while threads end all the time.
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
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/rows.h"
#include "tests/common/small_thread.h"
#include "tests/common/verdict.h"

/* More than it takes for the counted time to be used; not all in one leaf of the tree. */
#define THREADS 200

/*
 * Counts in which a process's time is exact, and those in which it is not because threads were
 * ending, which cannot happen on a host with one processor.
 */
#define EXACT_ONES 200
#define OTHERS     20

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
static bool await_threads(unsigned count)
{
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);

    while (own_threads() != count) {
        if (!is_patient(start_ns))
            return false;
        usleep(1000);
    }
    return true;
}

/* Makes this a process of many threads; the one that used the most has ended. */
static bool become_many(void)
{
    static sem_t started;
    pthread_t thread;
    bool good = sem_init(&started, 0, 0) == 0 && small_thread_start(&thread, use_and_end, NULL) &&
                pthread_join(thread, NULL) == 0;

    for (int i = 0; good && i < THREADS; i++)
        good = small_thread_start(&thread, use_and_stay, &started);
    for (int i = 0; good && i < THREADS; i++)
        good = sem_wait(&started) == 0;
    return good && await_threads(THREADS + 1);
}

/* The processes that both scans have, with the same figures. */
static size_t count_missed(const struct snapshot *before, const struct snapshot *after,
                           const struct group_counts *counts, bool print)
{
    size_t missed = 0;

    for (size_t i = 0; i < before->count; i++) {
        const struct task *first = &before->tasks[i];
        const struct counted_group *group = group_counts_find(counts, first->tid);
        const struct task *last = find_same_row(after, first);

        if (!last || last->process->nlwp != first->process->nlwp)
            continue;
        if (group && group->threads == (uint32_t)first->process->nlwp)
            continue;
        if (print)
            printf("process %d: %u threads, and not %d\n", first->tid, group ? group->threads : 0,
                   first->process->nlwp);
        missed++;
    }
    return missed;
}

static int count_groups(struct group_count *count)
{
    struct records records = {0};

    return group_count_read(count, &(struct pass){0}, &records);
}

static int check_processes(struct source *proc, struct group_count *count)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES, .need = NEED_STAT | NEED_NLWP};
    struct snapshot before, after;
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);
    bool patient = true;
    size_t missed = 1;

    snapshot_init(&before);
    snapshot_init(&after);
    while (missed > 0 && patient) {
        patient = is_patient(start_ns);
        if (source_scan(proc, &request, &before) < 0 || count_groups(count) < 0 ||
            source_scan(proc, &request, &after) < 0 || before.count == 0)
            break;
        missed = count_missed(&before, &after, &count->counts, !patient);
    }
    printf("%zu processes, %zu groups, %zu missed\n", after.count, count->counts.count, missed);
    snapshot_fini(&before);
    snapshot_fini(&after);
    return missed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* The kernel brings this process's sum up to date when it asks for its own clock. */
static int check_own_time(struct group_count *count)
{
    const uint64_t before = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    const struct counted_group *group =
        count_groups(count) == 0 ? group_counts_find(&count->counts, getpid()) : NULL;
    const uint64_t after = clock_ns(CLOCK_PROCESS_CPUTIME_ID);

    if (group && group->exact && group->threads == THREADS + 1 && group->cpu_ns >= before &&
        group->cpu_ns <= after)
        return EXIT_SUCCESS;
    printf("we have used %" PRIu64 " to %" PRIu64 " ns, and not %" PRIu64 "\n", before, after,
           group ? group->cpu_ns : 0);
    return EXIT_FAILURE;
}

/* The same in the row that a scan makes of it, in whole ticks, and nothing is added. */
static int check_row(struct source *source)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES, .need = NEED_STAT | NEED_COMM};
    const uint64_t tick_ns = (uint64_t)ns_per_tick();
    const struct task *row;
    struct snapshot snapshot;
    uint64_t before, after;
    int status = EXIT_FAILURE;

    snapshot_init(&snapshot);
    before = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    if (source_scan(source, &request, &snapshot) < 0)
        snapshot.count = 0;
    after = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    row = find_row(&snapshot, getpid());
    if (!row)
        puts("no row of ours");
    else if (row->have & NEED_USAGE || row->stime_ns != 0)
        puts("our row is not by the count");
    else if (row->utime_ns + tick_ns <= before || row->utime_ns > after)
        printf("our row has %" PRIu64 " ns, and not %" PRIu64 " to %" PRIu64 "\n", row->utime_ns,
               before, after);
    else
        status = EXIT_SUCCESS;
    snapshot_fini(&snapshot);
    return status;
}

/* A thread that uses a noticeable amount of time, and ends in its turn. */
static void *end_in_turn(void *turns)
{
    sem_t *turn = turns;

    use_cpu_ns(3 * NS_PER_MS / 10);
    while (sem_wait(turn) < 0)
        continue;
    sem_post(turn + 1);
    return NULL;
}

/* Many such threads, again and again, until the parent ends it. */
static _Noreturn void end_threads(void)
{
    static sem_t turns[THREADS + 1];
    static pthread_t threads[THREADS];

    for (;;) {
        int started = 0;

        for (int i = 0; i <= THREADS; i++)
            sem_init(&turns[i], 0, 0);
        while (started < THREADS &&
               small_thread_start(&threads[started], end_in_turn, &turns[started]))
            started++;
        sem_post(&turns[0]);
        for (int i = 0; i < started; i++)
            pthread_join(threads[i], NULL);
    }
}

static bool has_processors(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof(set), &set) < 0 || CPU_COUNT(&set) > 1;
}

/* What is said to be exact is exact, whatever ends meanwhile. Until both kinds were seen often. */
static int check_ending(struct group_count *count, pid_t pid)
{
    const size_t others_wanted = has_processors() ? OTHERS : 0;
    size_t exact = 0;
    size_t others = 0;
    clockid_t clock;

    if (clock_getcpuclockid(pid, &clock) != 0)
        return EXIT_FAILURE;
    while (exact < EXACT_ONES || others < others_wanted) {
        const uint64_t before = clock_ns(clock);
        const struct counted_group *group =
            count_groups(count) == 0 ? group_counts_find(&count->counts, pid) : NULL;
        const uint64_t after = clock_ns(clock);

        if (!group || (group->exact && (group->cpu_ns < before || group->cpu_ns > after))) {
            printf("process %d has used %" PRIu64 " to %" PRIu64 " ns, and not %" PRIu64 "\n", pid,
                   before, after, group ? group->cpu_ns : 0);
            return EXIT_FAILURE;
        }
        exact += group->exact;
        others += !group->exact;
    }
    printf("%zu counts exact where threads end, %zu not\n", exact, others);
    return EXIT_SUCCESS;
}

static int check_child(struct group_count *count)
{
    const pid_t child = child_fork();
    int status;

    if (child == 0)
        end_threads();
    status = child > 0 ? check_ending(count, child) : EXIT_FAILURE;
    if (child > 0)
        child_end(child);
    return status;
}

static int check_all(struct source *proc, struct source *bpf)
{
    struct group_count group_count = {0};
    int status;

    if (count_groups(&group_count) < 0)
        return skip("the kernel does not take this program");
    /* While this is still a process of one thread. */
    status = check_child(&group_count);
    if (status == EXIT_SUCCESS && !become_many()) {
        puts("no threads");
        status = EXIT_FAILURE;
    }
    if (status == EXIT_SUCCESS)
        status = check_processes(proc, &group_count);
    if (status == EXIT_SUCCESS)
        status = check_own_time(&group_count);
    if (status == EXIT_SUCCESS)
        status = check_row(bpf);
    group_count_fini(&group_count);
    return status;
}

int main(void)
{
    struct source_options options = {.name = "task"};
    struct source *proc, *bpf;
    struct buf why = {0};
    int status;

    if (source_open(&options, &proc, &why) < 0)
        return skip(buf_text(&why));
    if (!procfs_facts(proc).has_clock)
        return skip("processes have no clocks that can be relied on");
    options.name = "bpf";
    if (source_open(&options, &bpf, &why) < 0 || !forced_way_open(WAY_GROUP_COUNT, &why))
        return skip(buf_text(&why));
    status = check_all(proc, bpf);
    source_close(bpf);
    source_close(proc);
    forced_way_close();
    buf_fini(&why);
    return status;
}
