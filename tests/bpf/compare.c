/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every task of the host, field by field: procfs, BPF, procfs again.
 *
 *   compare WAY      "pinned-id-walk", "pinned-task-iter", "task-iter" or "id-walk"
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/text/escape.h"
#include "tests/bpf/forced_way.h"
#include "tests/bpf/mismatches.h"
#include "tests/bpf/sources.h"
#include "tests/common/rows.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/zoo/zoo.h"

/* --- the fields that must agree: all but addresses, which come from procfs alone --- */

/* The record that a field belongs to. */
enum part {
    PART_TASK,
    PART_PROCESS,
    PART_STATUS,
};

enum kind {
    VALUE,  /* equals one of the readings */
    SIGNED, /* likewise */
    AMOUNT, /* changes while the task runs, so it may lie between them */
    ANY,    /* is 0 like one of them, or is not */
    STRING,
};

struct field {
    enum part part;
    const char *name;
    size_t offset, size;
    enum kind kind;
    need_t need; /* which have it; 0: all */
};

#define MEMBER(type, member) \
    .name = #member, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)

/*
 * A row for each member of struct process and of struct task_status: without one BPF might leave it
 * 0, and nothing would fail. X gets the member, the kind and what is needed to have it.
 */
/* clang-format off */
#define PROCESS_MEMBERS(X) \
    X(ppid, VALUE, 0) \
    X(pgrp, VALUE, 0) \
    X(sid, VALUE, 0) \
    X(tty, VALUE, 0) \
    X(tpgid, SIGNED, 0) \
    X(nlwp, AMOUNT, 0) \
    X(cminflt, AMOUNT, 0) \
    X(cmajflt, AMOUNT, 0) \
    X(cutime_ns, AMOUNT, 0) \
    X(cstime_ns, AMOUNT, 0) \
    X(rss_limit, VALUE, 0) \
    X(stat_vsize_bytes, AMOUNT, NEED_MEM) \
    X(vsize_kib, AMOUNT, NEED_MEM) \
    X(rss_kib, AMOUNT, NEED_MEM) \
    X(shared_kib, AMOUNT, NEED_STATM) \
    X(code_kib, AMOUNT, NEED_STATM) \
    X(data_kib, AMOUNT, NEED_STATM) \
    X(locked_kib, AMOUNT, NEED_LOCKED)

#define STATUS_MEMBERS(X) \
    X(uid[ID_REAL], VALUE, 0) \
    X(uid[ID_EFFECTIVE], VALUE, 0) \
    X(uid[ID_SAVED], VALUE, 0) \
    X(uid[ID_FS], VALUE, 0) \
    X(gid[ID_REAL], VALUE, 0) \
    X(gid[ID_EFFECTIVE], VALUE, 0) \
    X(gid[ID_SAVED], VALUE, 0) \
    X(gid[ID_FS], VALUE, 0) \
    X(has_signals, VALUE, 0) \
    X(has_capabilities, VALUE, 0) \
    X(sig_pending, VALUE, 0) \
    X(sig_group, VALUE, 0) \
    X(sig_blocked, VALUE, 0) \
    X(sig_ignored, VALUE, 0) \
    X(sig_caught, VALUE, 0) \
    X(cap_permitted, VALUE, 0) \
    X(cap_effective, VALUE, 0) \
    X(vm_locked_kib, AMOUNT, 0) \
    X(vm_data_kib, AMOUNT, 0) \
    X(vm_stack_kib, AMOUNT, 0) \
    X(vm_swap_kib, AMOUNT, 0) \
    X(rss_anon_kib, AMOUNT, 0) \
    X(rss_file_kib, AMOUNT, 0) \
    X(rss_shmem_kib, AMOUNT, 0) \
    X(groups, STRING, 0)
/* clang-format on */

#define PROCESS_BYTES(member, kind, need) +sizeof(((struct process *)0)->member)
#define STATUS_BYTES(member, kind, need)  +sizeof(((struct task_status *)0)->member)

_Static_assert(0 PROCESS_MEMBERS(PROCESS_BYTES) PROCESS_BYTES(exited_ns, , )
                       PROCESS_BYTES(group_cpu_ns, , ) == sizeof(struct process),
               "a member of struct process has no row here: add it, and fill it in "
               "lib/source/bpf/rows.c");
_Static_assert(0 STATUS_MEMBERS(STATUS_BYTES) == sizeof(struct task_status),
               "a member of struct task_status has no row here: add it, and fill it in "
               "lib/source/bpf/rows.c");

#define TASK(member)                    PART_TASK, MEMBER(struct task, member)
#define PROCESS(member)                 PART_PROCESS, MEMBER(struct process, member)
#define PROCESS_ROW(member, kind, need) {PROCESS(member), kind, need},
#define STATUS_ROW(member, kind, need) \
    {PART_STATUS, MEMBER(struct task_status, member), kind, need},

static const struct field fields[] = {
    {TASK(have), VALUE},
    {TASK(comm), STRING},
    {TASK(euid), VALUE},
    {TASK(egid), VALUE},
    {TASK(state), VALUE},
    {TASK(flags), VALUE},
    {TASK(minflt), AMOUNT},
    {TASK(majflt), AMOUNT},
    {TASK(utime_ns), AMOUNT},
    {TASK(stime_ns), AMOUNT},
    {TASK(priority), SIGNED},
    {TASK(nice), SIGNED},
    {TASK(exit_signal), SIGNED},
    {TASK(processor), AMOUNT}, /* among many processors a busy task rarely returns to one */
    {TASK(rt_priority), VALUE},
    {TASK(policy), VALUE},
    {TASK(start_ns), VALUE},
    {PROCESS(stat_vsize_bytes), ANY, 0},
    PROCESS_MEMBERS(PROCESS_ROW) STATUS_MEMBERS(STATUS_ROW)};

/* NULL where it was not read. */
static const void *part_of(const struct task *task, enum part part)
{
    if (part == PART_PROCESS)
        return task->process;
    return part == PART_STATUS ? (const void *)task->status : task;
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

static int64_t signed_of(const struct task *task, const struct field *field)
{
    const size_t unused_bits = 8 * (sizeof(int64_t) - field->size);

    return (int64_t)(number_of(task, field) << unused_bits) >> unused_bits;
}

/* Whether `now`, taken between the two, can be true. */
static bool is_explained(const struct field *field, const struct task *before,
                         const struct task *now, const struct task *after)
{
    uint64_t a, b, c;

    if (field->kind == STRING)
        return strcmp(string_of(now, field), string_of(before, field)) == 0 ||
               strcmp(string_of(now, field), string_of(after, field)) == 0;
    a = number_of(before, field);
    b = number_of(now, field);
    c = number_of(after, field);
    if (field->kind == ANY)
        return (b > 0) == (a > 0) || (b > 0) == (c > 0);
    return b == a || b == c || (field->kind == AMOUNT && (a < c ? a < b && b < c : c < b && b < a));
}

static void put_field(const struct field *field, const struct task *task, struct buf *text)
{
    const char *string;

    if (field->kind == SIGNED) {
        buf_printf(text, "%" PRId64, signed_of(task, field));
    } else if (field->kind != STRING) {
        buf_printf(text, "%" PRIu64, number_of(task, field));
    } else {
        string = string_of(task, field);
        buf_putc(text, '"');
        escape_put(text, string, strlen(string), ESCAPE_UNLIMITED);
        buf_putc(text, '"');
    }
}

#define FIELDS (sizeof(fields) / sizeof(fields[0]))

/*
 * Whether a field of `now`, which BPF read between two readings of procfs, can be true: it equals
 * one of theirs or, as an amount that changes all the time, lies between them; or one of the three
 * lacks it. If not, `text` says what each has.
 */
static bool row_field_is_explained(size_t index, const struct task *before, const struct task *now,
                                   const struct task *after, struct buf *text)
{
    const struct field *field = &fields[index];

    if (!part_of(before, field->part) || !part_of(now, field->part) || !part_of(after, field->part))
        return true;
    if (field->need & ~(before->have & now->have & after->have))
        return true;
    if (is_explained(field, before, now, after))
        return true;
    buf_clear(text);
    buf_printf(text, "%s%s: procfs ", field->part == PART_STATUS ? "status " : "", field->name);
    put_field(field, before, text);
    buf_puts(text, ", bpf ");
    put_field(field, now, text);
    buf_puts(text, ", procfs ");
    put_field(field, after, text);
    return false;
}

/* --- rows --- */

/* Mismatches of whole rows, in place of the index of a field. */
enum {
    FOUND_BY_PROCFS = 1000,
    FOUND_BY_BPF,
};

struct comparison {
    struct mismatches mismatches;
    struct buf text;
    size_t compared; /* rows, in the last round */
};

static void compare_rows(struct comparison *comparison, const struct task *before,
                         const struct task *now, const struct task *after)
{
    comparison->compared++;
    for (size_t i = 0; i < FIELDS; i++)
        if (!row_field_is_explained(i, before, now, after, &comparison->text))
            mismatches_note(&comparison->mismatches, now, i, buf_text(&comparison->text));
}

/* A row found before and after must be found in between, and none that was found in neither. */
static void compare_round(struct comparison *comparison, const struct sources *sources)
{
    const struct snapshot *before = &sources->before, *now = &sources->now;

    comparison->compared = 0;
    for (size_t i = 0; i < before->count; i++) {
        const struct task *first = &before->tasks[i];
        const struct task *last = find_same_row(&sources->after, first);
        const struct task *bpf = find_same_row(now, first);

        if (last && bpf)
            compare_rows(comparison, first, bpf, last);
        else if (last)
            mismatches_note(&comparison->mismatches, first, FOUND_BY_PROCFS, "not found by bpf");
    }
    for (size_t i = 0; i < now->count; i++)
        if (!find_same_row(before, &now->tasks[i]) &&
            !find_same_row(&sources->after, &now->tasks[i]))
            mismatches_note(&comparison->mismatches, &now->tasks[i], FOUND_BY_BPF,
                            "found by bpf only");
}

static void expect_order(const struct snapshot *snapshot)
{
    for (size_t i = 1; i < snapshot->count; i++) {
        const struct task *last = &snapshot->tasks[i - 1], *task = &snapshot->tasks[i];

        if (task_key(last) >= task_key(task))
            fail("expected ascending keys, and %d of %d (%#" PRIx64 ") follows %d of %d (%#" PRIx64
                 ")",
                 task->tid, task->tgid, task_key(task), last->tid, last->tgid, task_key(last));
    }
}

/* What a record lacks is read from procfs, which would then be compared with itself. */
static void expect_statuses(const struct records *records)
{
    for (size_t i = 0; i < records->task_count; i++)
        if (!records->tasks[i].status)
            fail("expected a status in each of %zu records, and that of %u has none",
                 records->task_count, records->tasks[i].task->tid);
}

/* How many rows belong to groups without a record: they come from procfs. */
static size_t count_unseen(const struct snapshot *snapshot, const struct records *records)
{
    size_t count = 0;

    for (size_t i = 0; i < snapshot->count; i++)
        count += !records_has(records, (uint32_t)snapshot->tasks[i].tgid);
    return count;
}

/* A source may say more than it was asked for. */
static void scan(struct source *source, const struct scan_request *request,
                 struct snapshot *snapshot)
{
    sources_scan(source, request, snapshot);
    for (size_t i = 0; i < snapshot->count; i++)
        snapshot->tasks[i].have &= request->need;
}

/* Compares what is needed once more. True if every mismatch was absent from some round. */
static bool are_same(struct sources *sources, need_t need, struct comparison *comparison)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES | ROWS_THREADS, .need = need};

    scan(sources->proc, &request, &sources->before);
    scan(sources->bpf, &request, &sources->now);
    scan(sources->proc, &request, &sources->after);
    expect_order(&sources->now);
    if (need & NEED_STATUS)
        expect_statuses(forced_way_records());
    compare_round(comparison, sources);
    return mismatches_are_gone(&comparison->mismatches);
}

static void compare_rounds(struct sources *sources, need_t need)
{
    struct comparison comparison = {0};
    size_t unseen;

    WAIT_UNTIL (are_same(sources, need, &comparison), "%zu mismatches: %s",
                comparison.mismatches.count, mismatches_print(&comparison.mismatches))
        continue;
    unseen = count_unseen(&sources->now, forced_way_records());
    printf("%zu rows, %zu from procfs alone, %zu fields\n", comparison.compared, unseen, FIELDS);
    if (unseen > comparison.compared / 2)
        fail("expected most rows by bpf, and %zu of %zu are from procfs", unseen,
             comparison.compared);
    buf_fini(&comparison.text);
}

/* What each program that makes one pass is for: with status, with memory, with neither. */
static const need_t needs[] = {
    NEED_SCANNED,
    NEED_SCANNED & ~NEED_STATUS,
    NEED_STAT | NEED_OWNER | NEED_COMM | NEED_NLWP,
};

int main(int argc, char **argv)
{
    const enum reader_way way = forced_way_find(argc > 1 ? argv[1] : "");
    struct sources sources = {0};
    struct buf why = {0};
    int status = EXIT_SUCCESS;

    if (way == WAY_NONE)
        fail("usage: compare pinned-id-walk|pinned-task-iter|task-iter|id-walk");
    if (!forced_way_open(way, &why) || !sources_open(&sources, &why)) {
        status = skip(buf_text(&why));
    } else {
        if (geteuid() == 0 && !zoo_open())
            fail("expected the zoo's tasks, and one of them cannot be made");
        for (size_t i = 0; i < sizeof(needs) / sizeof(needs[0]); i++)
            compare_rounds(&sources, needs[i]);
        zoo_close();
    }
    sources_close(&sources);
    forced_way_close();
    buf_fini(&why);
    return status;
}
