/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A scan by BPF: one pass over the kernel's tasks, then rows from the records, in which the same
 * questions are asked in the same order as in a scan of procfs (lib/source/proc/scan.c).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/bpf.h"
#include "lib/source/proc/moment.h"

/* One scan going on, for the functions below. */
struct scan {
    struct bpf_source *source;
    const struct scan_request *request;
    struct snapshot *snapshot;
    size_t gap_row; /* the next one to put in */
};

static bool is_wanted(const struct scan_request *request, const struct task *task)
{
    return !request->filter || request->filter(task, request->filter_context);
}

/*
 * Adds to a row what of `need` its record has, and reads the rest from procfs. -ENOENT when the
 * task has gone and something is missing.
 */
static int complete(const struct scan *scan, const struct record_group *group,
                    const struct record_task *task, need_t need, struct task *row)
{
    int result;

    need &= NEED_SCANNED;
    result = row_complete(&scan->source->maker, group, task, need, row);
    if (result == 0 && need & ~row->have)
        result = source_fill(&scan->source->proc->base, scan->snapshot, row, need);
    return result;
}

/*
 * Appends the row of a group (`task` NULL) or of one of its tasks, if it is still there and, where
 * `filter` says so, wanted. *kept says which.
 */
static int add_row(const struct scan *scan, const struct record_group *group,
                   const struct record_task *task, bool filter, bool *kept)
{
    const struct scan_request *request = scan->request;
    struct bpf_source *source = scan->source;
    struct task *row = snapshot_add(scan->snapshot);
    int result;

    *kept = false;
    if (!row)
        return -ENOMEM;
    result = row_make(&source->maker, group, task, source->records.sums_kind, row);
    if (result == 0 && filter && request->filter) {
        result = complete(scan, group, task, request->filter_need, row);
        if (result == 0 && !is_wanted(request, row))
            result = -ENOENT;
    }
    if (result == 0)
        result = complete(scan, group, task, request->need, row);
    if (result == 0)
        result = snapshot_set_process(scan->snapshot, row, row->process);
    *kept = result == 0;
    if (result < 0)
        snapshot_drop_last(scan->snapshot);
    return result == -ENOENT ? 0 : result;
}

/* Whether a filter that asks only for what a group shares wants this one. */
static int ask_leader(const struct scan *scan, const struct record_group *group, bool *wanted)
{
    int result = add_row(scan, group, &group->tasks[0], true, wanted);

    if (*wanted)
        snapshot_drop_last(scan->snapshot);
    return result;
}

static int add_group(const struct scan *scan, const struct record_group *group)
{
    const struct scan_request *request = scan->request;
    bool each = request->filter != NULL;
    bool kept = true;
    int result = 0;

    if (request->rows & ROWS_PROCESSES) {
        result = add_row(scan, group, NULL, true, &kept);
        each = false;
    } else if (each && request->filter_by_group) {
        result = ask_leader(scan, group, &kept);
        each = false;
    }
    if (!kept || !(request->rows & ROWS_THREADS))
        return result;
    for (size_t i = 0; result == 0 && i < group->count; i++)
        result = add_row(scan, group, &group->tasks[i], each, &kept);
    return result;
}

/* Puts the rows from procfs in that come before `tgid`. */
static int add_gap_rows(struct scan *scan, uint64_t tgid)
{
    const struct unseen *unseen = &scan->source->unseen;

    while (scan->gap_row < unseen->row_count && (uint64_t)unseen->rows[scan->gap_row].tgid < tgid) {
        struct task *row = snapshot_add(scan->snapshot);

        if (!row)
            return -ENOMEM;
        *row = unseen->rows[scan->gap_row++];
    }
    return 0;
}

/* The rows that there will be: not known where some are left out. */
static size_t expected_rows(const struct scan *scan)
{
    const struct scan_request *request = scan->request;
    const struct records *records = &scan->source->records;
    size_t count = 0;

    if (!request->filter && request->rows & ROWS_PROCESSES)
        count += records->group_count;
    if (!request->filter && request->rows & ROWS_THREADS)
        count += records->task_count;
    return count;
}

static int add_rows(struct scan *scan)
{
    struct bpf_source *source = scan->source;
    size_t cursor[2] = {0, 0};
    struct record_group group;
    int result = snapshot_expect(scan->snapshot, expected_rows(scan));

    row_maker_begin(&source->maker, scan->snapshot);
    source->maker.again = scan->request->again;
    while (result == 0 && records_next(&source->records, cursor, &group)) {
        result = add_gap_rows(scan, group.group->tgid);
        if (result == 0)
            result = add_group(scan, &group);
    }
    return result < 0 ? result : add_gap_rows(scan, UINT64_MAX);
}

/* One pass by the best way that works: *taken. WAY_NONE where procfs is better, or left. */
static int read_pass(struct bpf_source *source, const struct scan_request *request,
                     enum reader_way *taken)
{
    const struct pass want = {
        .threads = request->rows & ROWS_THREADS,
        .status = (request->need | request->filter_need) & NEED_STATUS,
        /* Else of some processes, and of which is not known before. */
        .times = (request->filter ? request->filter_need : request->need) & NEED_STAT,
        .usage = (request->need | request->filter_need) & NEED_USAGE,
        .again = request->again,
    };
    struct host_size host;
    int result = 0;

    *taken = WAY_NONE;
    if (!host_read_size(&host))
        return 0;
    for (int i = 0; i < WAYS && *taken == WAY_NONE; i++) {
        enum reader_way way = source->only;

        if (way == WAY_NONE)
            way = reader_choose(&source->reader, &want, &host, !source->always);
        if (way == WAY_NONE)
            break;
        result = way == WAY_GROUP_COUNT
                     ? reader_take_census(&source->reader)
                     : reader_read(&source->reader, way, &want, &host, &source->records);
        if (result == -ENOMEM)
            return result;
        if (result == 0)
            *taken = way;
    }
    source->reader.scans++;
    return 0;
}

/* Of what a census has, procfs need not be asked. It was begun after `begun`. */
static int scan_with_census(struct bpf_source *source, const struct scan_request *request,
                            const struct moment *begun, struct snapshot *snapshot)
{
    struct proc_source *proc = source->proc;
    struct group_counts *counts = &source->reader.group_count.counts;
    int result;

    counts->begun_ns = begun->uptime_ns;
    proc->counts = counts;
    result = source_scan(&proc->base, request, snapshot);
    proc->counts = NULL;
    return result;
}

int scan_bpf(struct source *base, const struct scan_request *request, struct snapshot *snapshot)
{
    struct bpf_source *source = (struct bpf_source *)base;
    struct proc_source *proc = source->proc;
    struct scan scan = {source, request, snapshot, 0};
    enum reader_way way = WAY_NONE;
    struct moment moment;
    int result;

    result = moment_read(proc->dir, true, &proc->buffer, &moment);
    /* A few groups by name are a few files. */
    if (result == 0 && !request->only)
        result = read_pass(source, request, &way);
    if (result < 0)
        return result;
    if (way == WAY_NONE)
        return source_scan(&proc->base, request, snapshot);
    if (way == WAY_GROUP_COUNT)
        return scan_with_census(source, request, &moment, snapshot);

    result = unseen_read(&source->unseen, proc, &source->records, request, snapshot);
    if (result == 0)
        result = add_rows(&scan);
    snapshot->moment = moment;
    return result;
}
