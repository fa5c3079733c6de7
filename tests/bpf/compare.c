/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every task of the host, field by field: procfs, BPF, procfs again.
 *
 *   compare WAY      "pinned-id-walk", "pinned-task-iter", "task-iter" or "id-walk"
 *
 * A task that runs may change and change back between two readings, so a mismatch counts only when
 * the same task shows it in every round: what is wrong stays wrong.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/source.h"
#include "tests/bpf/one_way.h"
#include "tests/bpf/row_fields.h"
#include "tests/common/cpu.h"
#include "tests/common/rows.h"
#include "tests/common/verdict.h"
#include "tests/zoo/zoo.h"

#define ROUNDS 12

/* A mismatch that every round so far has shown; `seen` in the last one. */
struct mismatch {
    enum task_kind kind;
    pid_t tid;
    uint64_t start_ns;
    size_t field;
    bool seen;
    char text[ROW_FIELD_TEXT];
};

struct comparison {
    struct mismatch *list;
    size_t count, capacity;
    size_t compared; /* rows, in the last round */
    int round;
};

/* Notes a mismatch; after the first round, only known ones count. */
static void note(struct comparison *comparison, const struct task *task, size_t field,
                 const char *text)
{
    struct mismatch *list = comparison->list;

    for (size_t i = 0; i < comparison->count; i++) {
        if (list[i].kind == task->kind && list[i].tid == task->tid && list[i].field == field &&
            list[i].start_ns == task->start_ns) {
            list[i].seen = true;
            snprintf(list[i].text, sizeof(list[i].text), "%s", text);
            return;
        }
    }
    if (comparison->round > 0)
        return;
    if (comparison->count == comparison->capacity) {
        comparison->capacity = comparison->capacity ? comparison->capacity * 2 : 64;
        list = realloc(list, comparison->capacity * sizeof(*list));
        if (!list)
            abort();
        comparison->list = list;
    }
    list[comparison->count] =
        (struct mismatch){task->kind, task->tid, task->start_ns, field, true, ""};
    snprintf(list[comparison->count++].text, sizeof(list->text), "%s", text);
}

static void compare_rows(struct comparison *comparison, const struct task *before,
                         const struct task *now, const struct task *after)
{
    char text[ROW_FIELD_TEXT];

    comparison->compared++;
    for (size_t i = 0; i < row_field_count(); i++)
        if (!row_field_is_explained(i, before, now, after, text))
            note(comparison, now, i, text);
}

static void compare_round(struct comparison *comparison, const struct snapshot *before,
                          const struct snapshot *now, const struct snapshot *after)
{
    size_t kept = 0;

    comparison->compared = 0;
    for (size_t i = 0; i < before->count; i++) {
        const struct task *first = &before->tasks[i];
        const struct task *last = find_same_row(after, first);
        const struct task *bpf = find_same_row(now, first);

        if (last && bpf)
            compare_rows(comparison, first, bpf, last);
        else if (last) /* there before and after, so in between too */
            note(comparison, first, row_field_count(), "not found by bpf");
    }
    for (size_t i = 0; i < comparison->count; i++) {
        if (comparison->list[i].seen)
            comparison->list[kept++] = comparison->list[i];
    }
    comparison->count = kept;
    for (size_t i = 0; i < kept; i++)
        comparison->list[i].seen = false;
    comparison->round++;
}

static enum reader_way way_named(const char *name)
{
    static const char *const names[WAYS] = {
        [WAY_PINNED_ID_WALK] = "pinned-id-walk",
        [WAY_PINNED_TASK_ITER] = "pinned-task-iter",
        [WAY_TASK_ITER] = "task-iter",
        [WAY_ID_WALK] = "id-walk",
    };
    enum reader_way way = 0;

    while (way < WAYS && (!names[way] || strcmp(name, names[way]) != 0))
        way++;
    return way;
}

/* The rows of groups that are in no record. */
static size_t count_unseen(const struct snapshot *snapshot, const struct records *records)
{
    size_t count = 0;

    for (size_t i = 0; i < snapshot->count; i++)
        count += !records_has(records, (uint32_t)snapshot->tasks[i].tgid);
    return count;
}

/* Compares until no mismatch is left that every round has shown. */
static int run(struct source *proc, struct source *bpf)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES | ROWS_THREADS,
                                         .need = NEED_SCANNED};
    struct comparison comparison = {0};
    struct snapshot snapshots[3];
    size_t remaining, from_procfs;

    for (int i = 0; i < 3; i++)
        snapshot_init(&snapshots[i]);
    do {
        if (source_scan(proc, &request, &snapshots[0]) < 0 ||
            source_scan(bpf, &request, &snapshots[1]) < 0 ||
            source_scan(proc, &request, &snapshots[2]) < 0) {
            puts("a scan failed");
            return EXIT_FAILURE;
        }
        if (!one_way_works())
            return skip("the kernel does not take this program");
        compare_round(&comparison, &snapshots[0], &snapshots[1], &snapshots[2]);
    } while (comparison.count > 0 && comparison.round < ROUNDS);

    from_procfs = count_unseen(&snapshots[1], one_way_records());
    for (size_t i = 0; i < comparison.count; i++)
        printf("%s %d: %s\n", comparison.list[i].kind == TASK_PROCESS ? "process" : "thread",
               comparison.list[i].tid, comparison.list[i].text);
    printf("%zu rows, %zu from procfs alone, %zu fields, %d round(s): %zu mismatches\n",
           comparison.compared, from_procfs, row_field_count(), comparison.round, comparison.count);
    remaining = comparison.count;
    if (comparison.compared <= from_procfs) {
        puts("nothing was compared");
        remaining++;
    }
    free(comparison.list);
    for (int i = 0; i < 3; i++)
        snapshot_fini(&snapshots[i]);
    return remaining > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* A thread of this process that has used a noticeable amount of time, and stays. */
static void *burn(void *burnt)
{
    use_cpu_ns(20 * ns_per_tick());
    pthread_barrier_wait(burnt);
    for (;;)
        pause();
    return NULL;
}

/*
 * If faults are not needed, the kernel has less to do, and only the sum of times counts. This
 * process itself shows it, as long as no procfs has been read since: the kernel would remember what
 * it has shown, and BPF would show no less.
 */
static int run_sum(struct source *bpf)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES, .need = NEED_STAT};
    static pthread_barrier_t burnt;
    struct snapshot snapshot;
    const struct task *row;
    uint64_t before, after, sum;
    pthread_t thread;

    pthread_barrier_init(&burnt, NULL, 2);
    if (pthread_create(&thread, NULL, burn, &burnt) != 0) {
        puts("no thread");
        return EXIT_FAILURE;
    }
    pthread_barrier_wait(&burnt);
    snapshot_init(&snapshot);
    before = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    if (source_scan(bpf, &request, &snapshot) < 0)
        snapshot.count = 0;
    after = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    row = find_row(&snapshot, getpid());
    sum = row ? row->utime_ns + row->stime_ns : 0;
    snapshot_fini(&snapshot);
    /* User and system time are cut to ticks apart. */
    if (sum + 2 * (uint64_t)ns_per_tick() >= before && sum <= after)
        return EXIT_SUCCESS;
    printf("our threads have used %" PRIu64 " to %" PRIu64 " ns, and not %" PRIu64 "\n", before,
           after, sum);
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    enum reader_way way = way_named(argc > 1 ? argv[1] : "");
    struct source_options options = {.name = "task"};
    struct source *proc;
    struct source *bpf;
    struct buf why = {0};
    int status;

    if (way == WAY_NONE) {
        fputs("usage: compare pinned-id-walk|pinned-task-iter|task-iter|id-walk\n", stderr);
        return EXIT_FAILURE;
    }
    if (source_open(&options, &proc, &why) < 0)
        return skip(buf_text(&why));
    options.name = "bpf";
    if (source_open(&options, &bpf, &why) < 0)
        return skip(buf_text(&why));
    if (!one_way_open(way, &why))
        return skip("that way is not open here");
    if (geteuid() == 0 && !zoo_open())
        return EXIT_FAILURE;
    status = run(proc, bpf);
    if (status == EXIT_SUCCESS)
        status = run_sum(bpf);
    zoo_close();
    source_close(bpf);
    source_close(proc);
    one_way_close();
    buf_fini(&why);
    return status;
}
