/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every task of the host, field by field: procfs, BPF, procfs again.
 *
 *   compare WAY      "pinned-id-walk", "pinned-task-iter", "task-iter" or "id-walk"
 *
 * A figure from BPF must equal one of the two readings of procfs or, if it changes all the time,
 * lie between them. A task that runs may change and change back between two readings, so a mismatch
 * counts only when the same task shows it in every round: what is wrong stays wrong.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/source/bpf/bpf.h"
#include "tests/common/cpu.h"
#include "tests/common/verdict.h"
#include "tests/zoo/zoo.h"

#define ROUNDS  12
#define TICK_NS UINT64_C(10000000) /* at 100 a second, as everywhere */

/* The record that a field belongs to. */
enum part {
    PART_TASK,
    PART_PROCESS,
    PART_ADDRESSES,
    PART_STATUS,
};

struct field {
    const char *name;
    size_t offset;
    size_t size; /* 0: a string */
    enum part part;
};

#define FIELD(name)                                                                     \
    {                                                                                   \
#name, offsetof(struct task, name), sizeof(((struct task *)0)->name), PART_TASK \
    }
#define STRING(name)                                     \
    {                                                    \
#name, offsetof(struct task, name), 0, PART_TASK \
    }
#define PROCESS(name)                                                                            \
    {                                                                                            \
#name, offsetof(struct process, name), sizeof(((struct process *)0)->name), PART_PROCESS \
    }
#define ADDRESS(name)                                                  \
    {                                                                  \
        "address " #name, offsetof(struct task_addresses, name),       \
            sizeof(((struct task_addresses *)0)->name), PART_ADDRESSES \
    }
#define STATUS(name)                                             \
    {                                                            \
        "status " #name, offsetof(struct task_status, name),     \
            sizeof(((struct task_status *)0)->name), PART_STATUS \
    }
#define STATUS_STRING(name)                                                 \
    {                                                                       \
        "status " #name, offsetof(struct task_status, name), 0, PART_STATUS \
    }

static const struct field fields[] = {
    FIELD(have),           STRING(comm),
    FIELD(euid),           FIELD(egid),
    FIELD(state),          PROCESS(locked_kib),
    PROCESS(ppid),         PROCESS(pgrp),
    PROCESS(sid),          PROCESS(tty),
    PROCESS(tpgid),        FIELD(flags),
    FIELD(minflt),         PROCESS(cminflt),
    FIELD(majflt),         PROCESS(cmajflt),
    FIELD(utime_ns),       FIELD(stime_ns),
    PROCESS(cutime_ns),    PROCESS(cstime_ns),
    FIELD(priority),       FIELD(nice),
    PROCESS(nlwp),         FIELD(exit_signal),
    FIELD(processor),      FIELD(rt_priority),
    FIELD(policy),         FIELD(start_ns),
    PROCESS(rss_limit),    PROCESS(stat_vsize_bytes),
    PROCESS(vsize_kib),    PROCESS(rss_kib),
    PROCESS(shared_kib),   PROCESS(code_kib),
    PROCESS(data_kib),     ADDRESS(start_code),
    ADDRESS(end_code),     ADDRESS(start_stack),
    ADDRESS(esp),          ADDRESS(eip),
    STATUS(uid[ID_REAL]),  STATUS(uid[ID_EFFECTIVE]),
    STATUS(uid[ID_SAVED]), STATUS(uid[ID_FS]),
    STATUS(gid[ID_REAL]),  STATUS(gid[ID_EFFECTIVE]),
    STATUS(gid[ID_SAVED]), STATUS(gid[ID_FS]),
    STATUS(sig_pending),   STATUS(sig_group),
    STATUS(sig_blocked),   STATUS(sig_ignored),
    STATUS(sig_caught),    STATUS(cap_permitted),
    STATUS(cap_effective), STATUS(vm_locked_kib),
    STATUS(vm_data_kib),   STATUS(vm_stack_kib),
    STATUS(vm_swap_kib),   STATUS(rss_anon_kib),
    STATUS(rss_file_kib),  STATUS(rss_shmem_kib),
    STATUS_STRING(groups),
};

#define FIELDS (sizeof(fields) / sizeof(fields[0]))

/* A mismatch that every round so far has shown; `seen` in the last one. */
struct mismatch {
    enum task_kind kind;
    pid_t tid;
    uint64_t start_ns;
    size_t field;
    bool seen;
    char text[200];
};

struct comparison {
    struct mismatch *list;
    size_t count, capacity;
    size_t compared; /* rows, in the last round */
    int round;
};

/* NULL where it was not read. */
static const void *part_of(const struct task *task, enum part part)
{
    switch (part) {
    case PART_PROCESS:
        return task->process;
    case PART_ADDRESSES:
        return task->addresses;
    case PART_STATUS:
        return task->status;
    case PART_TASK:
        break;
    }
    return task;
}

static const void *at(const struct task *task, const struct field *field)
{
    return (const char *)part_of(task, field->part) + field->offset;
}

static const char *string_of(const struct task *task, const struct field *field)
{
    const char *string;

    memcpy(&string, at(task, field), sizeof(string));
    return string ? string : "";
}

static uint64_t number_of(const struct task *task, const struct field *field)
{
    uint64_t number = 0;

    memcpy(&number, at(task, field), field->size); /* little-endian, as all hosts of BPF here */
    return number;
}

/* Whether `now`, taken between the two, can be true. */
static bool is_explained(const struct field *field, const struct task *before,
                         const struct task *now, const struct task *after)
{
    uint64_t a, b, c;

    if (field->size == 0)
        return strcmp(string_of(now, field), string_of(before, field)) == 0 ||
               strcmp(string_of(now, field), string_of(after, field)) == 0;
    a = number_of(before, field);
    b = number_of(now, field);
    c = number_of(after, field);
    return b == a || b == c || (a < b && b < c) || (c < b && b < a);
}

static void describe(const struct field *field, const struct task *before, const struct task *now,
                     const struct task *after, char text[200])
{
    if (field->size == 0)
        snprintf(text, 200, "%s: procfs \"%s\", bpf \"%s\", procfs \"%s\"", field->name,
                 string_of(before, field), string_of(now, field), string_of(after, field));
    else
        snprintf(text, 200, "%s: procfs %" PRIu64 ", bpf %" PRIu64 ", procfs %" PRIu64, field->name,
                 number_of(before, field), number_of(now, field), number_of(after, field));
}

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
    char text[200];

    comparison->compared++;
    for (size_t i = 0; i < FIELDS; i++) {
        enum part part = fields[i].part;

        if (!part_of(before, part) || !part_of(now, part) || !part_of(after, part))
            continue;
        if (is_explained(&fields[i], before, now, after))
            continue;
        describe(&fields[i], before, now, after, text);
        note(comparison, now, i, text);
    }
}

static bool comes_first(const struct task *a, const struct task *b)
{
    if (a->tgid != b->tgid)
        return a->tgid < b->tgid;
    if (a->kind != b->kind)
        return a->kind == TASK_PROCESS;
    if ((a->tid == a->tgid) != (b->tid == b->tgid))
        return a->tid == a->tgid;
    return a->tid < b->tid;
}

/* The row of the same task in a snapshot, from *at on; NULL when there is none. */
static const struct task *find(const struct snapshot *snapshot, const struct task *task, size_t *at)
{
    while (*at < snapshot->count && comes_first(&snapshot->tasks[*at], task))
        ++*at;
    if (*at == snapshot->count || comes_first(task, &snapshot->tasks[*at]) ||
        snapshot->tasks[*at].start_ns != task->start_ns)
        return NULL;
    return &snapshot->tasks[*at];
}

static void compare_round(struct comparison *comparison, const struct snapshot *before,
                          const struct snapshot *now, const struct snapshot *after)
{
    size_t at_now = 0;
    size_t at_after = 0;
    size_t kept = 0;

    comparison->compared = 0;
    for (size_t i = 0; i < before->count; i++) {
        const struct task *first = &before->tasks[i];
        const struct task *last = find(after, first, &at_after);
        const struct task *bpf = find(now, first, &at_now);

        if (last && bpf)
            compare_rows(comparison, first, bpf, last);
        else if (last) /* there before and after, so in between too */
            note(comparison, first, FIELDS, "not found by bpf");
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
static int run(struct source *proc, struct source *bpf, enum reader_way way)
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
        if (!bpf_take_only(bpf, way))
            return skip("the kernel does not take this program");
        compare_round(&comparison, &snapshots[0], &snapshots[1], &snapshots[2]);
    } while (comparison.count > 0 && comparison.round < ROUNDS);

    from_procfs = count_unseen(&snapshots[1], &((struct bpf_source *)bpf)->records);
    for (size_t i = 0; i < comparison.count; i++)
        printf("%s %d: %s\n", comparison.list[i].kind == TASK_PROCESS ? "process" : "thread",
               comparison.list[i].tid, comparison.list[i].text);
    printf("%zu rows, %zu from procfs alone, %zu fields, %d round(s): %zu mismatches\n",
           comparison.compared, from_procfs, FIELDS, comparison.round, comparison.count);
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
    use_cpu_ns(20 * TICK_NS);
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
    uint64_t before, after;
    pthread_t thread;
    uint64_t sum = 0;

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
    for (size_t i = 0; i < snapshot.count; i++) {
        if (snapshot.tasks[i].tid == getpid())
            sum = snapshot.tasks[i].utime_ns + snapshot.tasks[i].stime_ns;
    }
    snapshot_fini(&snapshot);
    /* User and system time are cut to ticks apart. */
    if (sum + 2 * TICK_NS >= before && sum <= after)
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
    if (!bpf_take_only(bpf, way))
        return skip("that way is not open here");
    if (geteuid() == 0 && !zoo_open())
        return EXIT_FAILURE;
    status = run(proc, bpf, way);
    if (status == EXIT_SUCCESS)
        status = run_sum(bpf);
    zoo_close();
    source_close(bpf);
    source_close(proc);
    buf_fini(&why);
    return status;
}
