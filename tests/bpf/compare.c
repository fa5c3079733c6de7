/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every task of the host, field by field: procfs, BPF, procfs again.
 *
 *   compare WAY      "pinned-id-walk", "pinned-task-iter", "task-iter" or "id-walk"
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/source.h"
#include "tests/bpf/forced_way.h"
#include "tests/bpf/mismatches.h"
#include "tests/bpf/row_fields.h"
#include "tests/bpf/time_sum.h"
#include "tests/common/rows.h"
#include "tests/common/verdict.h"
#include "tests/zoo/zoo.h"

struct comparison {
    struct mismatches mismatches;
    size_t compared; /* rows, in the last round */
};

static void compare_rows(struct comparison *comparison, const struct task *before,
                         const struct task *now, const struct task *after)
{
    char text[MISMATCH_TEXT];

    comparison->compared++;
    for (size_t i = 0; i < row_field_count(); i++)
        if (!row_field_is_explained(i, before, now, after, text))
            mismatches_note(&comparison->mismatches, now, i, text);
}

static void compare_round(struct comparison *comparison, const struct snapshot *before,
                          const struct snapshot *now, const struct snapshot *after)
{
    comparison->compared = 0;
    for (size_t i = 0; i < before->count; i++) {
        const struct task *first = &before->tasks[i];
        const struct task *last = find_same_row(after, first);
        const struct task *bpf = find_same_row(now, first);

        if (last && bpf)
            compare_rows(comparison, first, bpf, last);
        else if (last) /* there before and after, so in between too */
            mismatches_note(&comparison->mismatches, first, row_field_count(), "not found by bpf");
    }
}

/* The rows of groups that are in no record. */
static size_t count_unseen(const struct snapshot *snapshot, const struct records *records)
{
    size_t count = 0;

    for (size_t i = 0; i < snapshot->count; i++)
        count += !records_has(records, (uint32_t)snapshot->tasks[i].tgid);
    return count;
}

/* Compares until no mismatch is left that every round has shown; else the status to end with. */
static int compare_rounds(struct comparison *comparison, struct snapshot snapshots[3],
                          struct source *proc, struct source *bpf)
{
    const struct scan_request request = {.rows = ROWS_PROCESSES | ROWS_THREADS,
                                         .need = NEED_SCANNED};

    do {
        if (source_scan(proc, &request, &snapshots[0]) < 0 ||
            source_scan(bpf, &request, &snapshots[1]) < 0 ||
            source_scan(proc, &request, &snapshots[2]) < 0) {
            puts("a scan failed");
            return EXIT_FAILURE;
        }
        if (!forced_way_works())
            return skip("the kernel does not take this program");
        compare_round(comparison, &snapshots[0], &snapshots[1], &snapshots[2]);
    } while (mismatches_end_round(&comparison->mismatches));
    return EXIT_SUCCESS;
}

/* Prints what came of it; `from_procfs` of the rows are not from BPF. */
static int report(const struct comparison *comparison, size_t from_procfs)
{
    const struct mismatches *mismatches = &comparison->mismatches;

    mismatches_print(mismatches);
    printf("%zu rows, %zu from procfs alone, %zu fields, %d round(s): %zu mismatches\n",
           comparison->compared, from_procfs, row_field_count(), mismatches->rounds,
           mismatches->count);
    if (comparison->compared > from_procfs)
        return mismatches->count > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
    puts("nothing was compared");
    return EXIT_FAILURE;
}

static int run(struct source *proc, struct source *bpf)
{
    struct comparison comparison = {0};
    struct snapshot snapshots[3];
    int status;

    for (int i = 0; i < 3; i++)
        snapshot_init(&snapshots[i]);
    status = compare_rounds(&comparison, snapshots, proc, bpf);
    if (status == EXIT_SUCCESS)
        status = report(&comparison, count_unseen(&snapshots[1], forced_way_records()));
    mismatches_fini(&comparison.mismatches);
    for (int i = 0; i < 3; i++)
        snapshot_fini(&snapshots[i]);
    return status;
}

int main(int argc, char **argv)
{
    enum reader_way way = forced_way_find(argc > 1 ? argv[1] : "");
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
    if (!forced_way_open(way, &why))
        return skip("that way is not open here");
    if (geteuid() == 0 && !zoo_open())
        return EXIT_FAILURE;
    status = run(proc, bpf);
    if (status == EXIT_SUCCESS && !time_sum_is_right(bpf))
        status = EXIT_FAILURE;
    zoo_close();
    source_close(bpf);
    source_close(proc);
    forced_way_close();
    buf_fini(&why);
    return status;
}
