/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A scan by BPF: one pass over the kernel's tasks, then rows from the records, in which the same
 * questions are asked in the same order as in a scan of procfs (lib/source/proc/scan.c).
 *
 * BPF may be kept from seeing some tasks, as by a sandbox. Whoever cannot see the first process or
 * this very one compares with a listing of /proc, and reads what is missing there.
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
static int complete(const struct scan *scan, const struct harvest_group *group,
                    const struct harvest_task *task, need_t need, struct task *row)
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
static int add_row(const struct scan *scan, const struct harvest_group *group,
                   const struct harvest_task *task, bool filter, bool *kept)
{
    const struct scan_request *request = scan->request;
    struct bpf_source *source = scan->source;
    struct task *row = snapshot_add(scan->snapshot);
    int result;

    *kept = false;
    if (!row)
        return -ENOMEM;
    result = row_make(&source->maker, group, task, source->harvest.summed, row);
    if (result == 0 && filter && request->filter) {
        result = complete(scan, group, task, request->filter_need, row);
        if (result == 0 && !is_wanted(request, row))
            result = -ENOENT;
    }
    if (result == 0)
        result = complete(scan, group, task, request->need, row);
    *kept = result == 0;
    if (result < 0)
        snapshot_drop_last(scan->snapshot);
    return result == -ENOENT ? 0 : result;
}

/* Whether a filter that asks only for what a group shares wants this one. */
static int ask_leader(const struct scan *scan, const struct harvest_group *group, bool *wanted)
{
    int result = add_row(scan, group, &group->tasks[0], true, wanted);

    if (*wanted)
        snapshot_drop_last(scan->snapshot);
    return result;
}

static int add_group(const struct scan *scan, const struct harvest_group *group)
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
    const struct bpf_source *source = scan->source;

    while (scan->gap_row < source->gap_row_count &&
           (uint64_t)source->gap_rows[scan->gap_row].tgid < tgid) {
        struct task *row = snapshot_add(scan->snapshot);

        if (!row)
            return -ENOMEM;
        *row = source->gap_rows[scan->gap_row++];
    }
    return 0;
}

/* Makes room for `count` elements of `size` bytes in a list; the list, NULL when memory is short.
 */
static void *make_room(void *list, size_t count, size_t *capacity, size_t size)
{
    size_t grown = *capacity ? *capacity : 64;

    if (count <= *capacity)
        return list;
    while (grown < count)
        grown *= 2;
    list = realloc(list, grown * size);
    if (list)
        *capacity = grown;
    return list;
}

static int add_gap(struct bpf_source *source, pid_t tgid)
{
    pid_t *gaps =
        make_room(source->gaps, source->gap_count + 1, &source->gap_capacity, sizeof(*gaps));

    if (!gaps)
        return -ENOMEM;
    source->gaps = gaps;
    gaps[source->gap_count++] = tgid;
    return 0;
}

static int compare_pids(const void *left, const void *right)
{
    const pid_t *a = left;
    const pid_t *b = right;

    return (*a > *b) - (*a < *b);
}

/* The groups that /proc lists and the pass did not bring. */
static int find_gaps(struct bpf_source *source)
{
    const struct harvest *harvest = &source->harvest;
    int result;

    source->gap_count = 0;
    if (harvest_has(harvest, 1) && harvest_has(harvest, (uint32_t)getpid()))
        return 0;
    result = listing_read(&source->listing, source->proc->dir, ".");
    for (size_t i = 0; result == 0 && i < source->listing.count; i++) {
        struct listed entry = source->listing.entries[i];

        if (!entry.dot && !harvest_has(harvest, (uint32_t)entry.id))
            result = add_gap(source, entry.id);
    }
    if (source->gap_count > 0)
        qsort(source->gaps, source->gap_count, sizeof(*source->gaps), compare_pids);
    return result;
}

/* Reads the groups that are missing from procfs, and keeps their rows aside. */
static int read_gaps(const struct scan *scan)
{
    struct bpf_source *source = scan->source;
    struct scan_request request = *scan->request;
    struct snapshot *snapshot = scan->snapshot;
    struct task *rows;
    int result;

    source->gap_row_count = 0;
    request.only = source->gaps;
    request.only_count = source->gap_count;
    result = source_scan(&source->proc->base, &request, snapshot);
    if (result < 0)
        return result;
    rows = make_room(source->gap_rows, snapshot->count, &source->gap_row_capacity, sizeof(*rows));
    if (!rows && snapshot->count > 0)
        return -ENOMEM;
    source->gap_rows = rows;
    source->gap_row_count = snapshot->count;
    if (snapshot->count > 0)
        memcpy(rows, snapshot->tasks, snapshot->count * sizeof(*rows));
    snapshot->count = 0;
    return 0;
}

static int add_rows(struct scan *scan)
{
    struct bpf_source *source = scan->source;
    size_t cursor[2] = {0, 0};
    struct harvest_group group;
    int result = 0;

    row_maker_begin(&source->maker, &scan->snapshot->arena);
    while (result == 0 && harvest_next(&source->harvest, cursor, &group)) {
        result = add_gap_rows(scan, group.group->tgid);
        if (result == 0)
            result = add_group(scan, &group);
    }
    return result < 0 ? result : add_gap_rows(scan, UINT64_MAX);
}

/* One pass by the best way that works. *read is false where procfs is better, or left. */
static int read_harvest(struct bpf_source *source, const struct scan_request *request, bool *read)
{
    const struct harvest_want want = {
        .threads = request->rows & ROWS_THREADS,
        .status = (request->need | request->filter_need) & NEED_STATUS,
    };
    struct host_size host;
    int result = 0;

    *read = false;
    if (!host_read_size(&host))
        return 0;
    for (int i = 0; i < WAYS && !*read; i++) {
        enum reader_way way = source->only;

        if (way == WAY_NONE)
            way = reader_choose(&source->reader, &want, &host, !source->always);
        if (way == WAY_NONE)
            break;
        result = reader_read(&source->reader, way, &want, &host, &source->harvest);
        if (result == -ENOMEM)
            return result;
        *read = result == 0;
    }
    return 0;
}

int scan_bpf(struct source *base, const struct scan_request *request, struct snapshot *snapshot)
{
    struct bpf_source *source = (struct bpf_source *)base;
    struct proc_source *proc = source->proc;
    struct scan scan = {source, request, snapshot, 0};
    struct moment moment;
    bool read = false;
    int result;

    result = moment_read(proc->dir, true, &proc->buffer, &moment);
    /* A few groups by name are a few files. */
    if (result == 0 && !request->only)
        result = read_harvest(source, request, &read);
    if (result < 0)
        return result;
    if (!read)
        return source_scan(&proc->base, request, snapshot);

    result = find_gaps(source);
    source->gap_row_count = 0;
    if (result == 0 && source->gap_count > 0)
        result = read_gaps(&scan);
    else
        snapshot_clear(snapshot);
    if (result == 0)
        result = add_rows(&scan);
    snapshot->moment = moment;
    return result;
}
