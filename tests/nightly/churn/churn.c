/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scans a host whose tasks come and go as fast as they can, and holds every answer against what is
 * true whatever happens meanwhile:
 *
 *   a task that lived all through is in every answer, and its process, too
 *   so is a process that was made just before
 *   no task is listed twice, and all are in their order
 *   no time runs back
 *   every row has a name and a state
 *
 *   churn [-n SCANS] [-e THREADS] SOURCE [SECONDS [PID-MAX]]
 *
 * It lasts SECONDS, and until there were SCANS. THREADS of the load end together. PID-MAX makes
 * numbers wrap within seconds; it is for a pid namespace that has its own, or for a virtual
 * machine. Status 77: the source cannot be used here.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/host.h"
#include "tests/common/small_thread.h"
#include "tests/common/verdict.h"
#include "tests/nightly/churn/load.h"

#define SECONDS 10

/* Failures that are told; all are counted. */
#define TOLD_MAX 20

struct plan {
    const char *source;
    uint64_t scans_min;
    size_t expiring; /* threads */
    long seconds;
};

struct tally {
    uint64_t scans, rows, gone, wraps, back, lost, odd;
    uint64_t slowest_ns;
};

static struct tally tally;

static void tell(uint64_t *count, const char *what, const struct task *task)
{
    if (tally.back + tally.lost + tally.odd < TOLD_MAX)
        printf("scan %ju: %s: %s %d of %d, \"%s\"\n", (uintmax_t)tally.scans, what,
               task->kind == TASK_PROCESS ? "process" : "thread", (int)task->tid, (int)task->tgid,
               task->comm ? task->comm : "");
    ++*count;
}

static void expect(const struct snapshot *snapshot, enum task_kind kind, pid_t tgid, pid_t tid)
{
    const struct task wanted = {.kind = kind, .tgid = tgid, .tid = tid};

    if (!snapshot_find(snapshot, &wanted))
        tell(&tally.lost, "lost", &wanted);
}

static void check_stayers(const struct snapshot *snapshot, const struct load *load)
{
    for (size_t i = 0; i < LOAD_PROCESSES; i++) {
        expect(snapshot, TASK_PROCESS, load->processes[i], load->processes[i]);
        expect(snapshot, TASK_THREAD, load->processes[i], load->processes[i]);
    }
    expect(snapshot, TASK_PROCESS, load->threads[0], load->threads[0]);
    for (size_t i = 0; i < LOAD_THREADS; i++)
        expect(snapshot, TASK_THREAD, load->threads[0], load->threads[i]);
    expect(snapshot, TASK_PROCESS, load->changing, load->changing);
    expect(snapshot, TASK_PROCESS, getpid(), getpid());
}

static void check_rows(const struct snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->count; i++) {
        const struct task *task = &snapshot->tasks[i];
        const struct task *before = i > 0 ? task - 1 : NULL;

        if (before && task_key(before) >= task_key(task))
            tell(&tally.odd, "twice, or out of order", task);
        if (!task->comm || task->state < 'A')
            tell(&tally.odd, "without a name or state", task);
        if (task->kind == TASK_THREAD && (!before || before->tgid != task->tgid))
            tell(&tally.odd, "a thread without its process", task);
    }
}

/*
 * Whether the times of these rows can be held against each other. What a thread becomes by exec is
 * another thread with its leader's id; and where the kernel keeps no sums (flat), a process loses
 * the times of its threads that end.
 */
static bool is_same(const struct task *task, const struct task *before, bool keeps_sums,
                    const struct load *load)
{
    if (before->start_ns != task->start_ns)
        return false;
    if (task->kind == TASK_THREAD)
        return task->tgid != load->changing;
    return keeps_sums ||
           (task->tgid != load->changing && before->process->nlwp == 1 && task->process->nlwp == 1);
}

static void check_times(const struct snapshot *last, const struct snapshot *snapshot,
                        bool keeps_sums, const struct load *load)
{
    for (size_t i = 0; i < last->count; i++) {
        const struct task *before = &last->tasks[i];
        const struct task *task = snapshot_find(snapshot, before);

        if (!task)
            tally.gone++;
        else if (is_same(task, before, keeps_sums, load) &&
                 task->utime_ns + task->stime_ns < before->utime_ns + before->stime_ns)
            tell(&tally.back, "a time ran back", task);
    }
}

/* The number that was given last, of this pid namespace: proc(5). */
static void count_wraps(void)
{
    static long last;
    FILE *file = fopen("/proc/loadavg", "re");
    char line[128];
    const char *number;

    if (file && fgets(line, sizeof(line), file) && (number = strrchr(line, ' '))) {
        const long newest = strtol(number, NULL, 10);

        tally.wraps += newest < last;
        last = newest;
    }
    if (file)
        fclose(file);
}

static int64_t now_ns(void)
{
    return clock_ns(CLOCK_MONOTONIC);
}

/* -1 if there cannot be one. */
static pid_t make_newcomer(void)
{
    const pid_t child = child_fork();

    if (child == 0)
        small_thread_sleep_on(NULL);
    return child;
}

/* A scan of which a process that was just made is to be a part. 0 or -errno. */
static int scan(struct source *source, struct snapshot *snapshot)
{
    const pid_t newcomer = make_newcomer();
    const struct scan_request request = {
        .rows = ROWS_PROCESSES | ROWS_THREADS,
        .need = NEED_STAT | NEED_COMM | NEED_NLWP | NEED_OWNER,
        .again = true,
        .forks = host_fork_count(),
    };
    const int64_t start_ns = now_ns();
    const int result = source_scan(source, &request, snapshot);

    if ((uint64_t)(now_ns() - start_ns) > tally.slowest_ns)
        tally.slowest_ns = (uint64_t)(now_ns() - start_ns);
    if (newcomer > 0) {
        if (result == 0)
            expect(snapshot, TASK_PROCESS, newcomer, newcomer);
        child_end(newcomer);
    }
    return result;
}

/* 0, or what the source said. */
static int scan_often(struct source *source, const struct load *load, const struct plan *plan)
{
    const bool keeps_sums = strcmp(plan->source, "flat") != 0;
    const int64_t end_ns = now_ns() + plan->seconds * NS_PER_S;
    struct snapshot snapshots[2];
    int result = 0;

    snapshot_init(&snapshots[0]);
    snapshot_init(&snapshots[1]);
    for (size_t turn = 0; now_ns() < end_ns || tally.scans < plan->scans_min; turn = !turn) {
        struct snapshot *snapshot = &snapshots[turn];

        result = scan(source, snapshot);
        if (result < 0)
            break;
        tally.scans++;
        tally.rows += snapshot->count;
        check_rows(snapshot);
        check_stayers(snapshot, load);
        check_times(&snapshots[!turn], snapshot, keeps_sums, load);
        count_wraps();
    }
    snapshot_fini(&snapshots[0]);
    snapshot_fini(&snapshots[1]);
    return result;
}

static bool set_pid_max(const char *number)
{
    FILE *file = fopen("/proc/sys/kernel/pid_max", "w");
    bool good = file && fputs(number, file) >= 0;

    if (file && fclose(file) != 0)
        good = false;
    if (!good)
        perror("pid_max");
    return good;
}

static int churn(const char *program, const struct plan *plan)
{
    const char *name = plan->source;
    const struct source_options options = {.name = name};
    struct source *source;
    struct buf why = {0};
    struct load load = {0};
    int result = source_open(&options, &source, &why);

    if (result < 0) {
        printf("churn: %s: skipped: %s\n", name, buf_text(&why));
        buf_fini(&why);
        return EXIT_SKIP;
    }
    buf_fini(&why);
    if (!load_start(&load, program, plan->expiring))
        return EXIT_FAILURE;
    result = scan_often(source, &load, plan);
    printf("churn: %s: %ju scans, %ju rows, %ju ended meanwhile, numbers wrapped %ju times; "
           "%ju lost, %ju times back, %ju odd; the slowest took %ju ms\n",
           name, (uintmax_t)tally.scans, (uintmax_t)tally.rows, (uintmax_t)tally.gone,
           (uintmax_t)tally.wraps, (uintmax_t)tally.lost, (uintmax_t)tally.back,
           (uintmax_t)tally.odd, (uintmax_t)(tally.slowest_ns / NS_PER_MS));
    if (result < 0)
        printf("churn: %s: %s\n", name, strerror(-result));
    source_close(source);
    return result < 0 || tally.lost + tally.back + tally.odd > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char *argv[])
{
    struct plan plan = {.scans_min = 1, .expiring = LOAD_EXPIRING, .seconds = SECONDS};
    bool good = true;
    int option;

    if (argc == 2 && strcmp(argv[1], LOAD_AGAIN) == 0)
        return load_become_again(argv[0]);
    while ((option = getopt(argc, argv, "+e:n:")) != -1) {
        if (option == 'e')
            plan.expiring = strtoul(optarg, NULL, 10);
        else if (option == 'n')
            plan.scans_min = strtoull(optarg, NULL, 10);
        else
            good = false;
    }
    if (!good || optind >= argc || argc - optind > 3 || plan.expiring > LOAD_EXPIRING) {
        fprintf(stderr, "usage: churn [-n SCANS] [-e THREADS] SOURCE [SECONDS [PID-MAX]]\n");
        return EXIT_FAILURE;
    }
    plan.source = argv[optind];
    if (argc - optind > 1)
        plan.seconds = strtol(argv[optind + 1], NULL, 10);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc - optind > 2 && !set_pid_max(argv[optind + 2]))
        return EXIT_FAILURE;
    return churn(argv[0], &plan);
}
