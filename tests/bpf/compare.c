/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every task of the host, field by field: procfs, BPF, procfs again.
 *
 *   compare WAY      "pinned-id-walk", "pinned-task-iter", "task-iter" or "id-walk"
 */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/bpf/forced_way.h"
#include "tests/bpf/mismatches.h"
#include "tests/bpf/row_fields.h"
#include "tests/bpf/sources.h"
#include "tests/bpf/time_sum.h"
#include "tests/common/rows.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"
#include "tests/zoo/zoo.h"

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
    for (size_t i = 0; i < row_field_count(); i++)
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
    printf("%zu rows, %zu from procfs alone, %zu fields\n", comparison.compared, unseen,
           row_field_count());
    if (unseen > comparison.compared / 2)
        fail("expected most rows by bpf, and %zu of %zu are from procfs", unseen,
             comparison.compared);
    buf_fini(&comparison.text);
}

/* What each program that makes one pass is for: with status, with memory, with neither. */
static const need_t needs[] = {
    NEED_SCANNED,
    NEED_SCANNED & ~NEED_STATUS,
    NEED_STAT | NEED_USAGE | NEED_OWNER | NEED_COMM | NEED_NLWP,
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
        time_sum_check(sources.bpf);
        zoo_close();
    }
    sources_close(&sources);
    forced_way_close();
    buf_fini(&why);
    return status;
}
