/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Drives the scan of every back end: makes and filters the row of each group's process, or filters
 * its leader, then makes the rows of its threads. Afterwards, fills rows with what only few of them
 * need.
 */
#include <errno.h>

#include "lib/base/invariant.h"
#include "lib/base/sorted.h"
#include "lib/base/units.h"
#include "lib/source/back_end.h"
#include "lib/text/debug.h"

/* The result for a row that the filter rejects; other results are 0 and -errno. */
#define UNWANTED 1

/* State of one scan. */
struct scan {
    struct source *source;    /* of the current group */
    struct scan_taker *taker; /* NULL: rows stay in the snapshot */
    const struct scan_request *request;
    struct snapshot *snapshot;
};

/* Whether the scan continues: no error, or one that concerns a single row. */
static bool goes_on(int result)
{
    return result >= 0 || result == -ENOENT;
}

static int complete_row(const struct scan *scan, struct task *row, need_t need)
{
    return scan->source->ops->scan->complete_row(scan->source, row, need & NEED_SCANNED);
}

/* 0, UNWANTED, or -errno. */
static int ask_filter(const struct scan *scan, struct task *row)
{
    const struct scan_request *request = scan->request;
    int result = complete_row(scan, row, request->filter_need);

    if (result == 0 && !request->filter(row, request->filter_context))
        result = UNWANTED;
    return result;
}

/*
 * Appends a row if its task still exists and the filter, if `ask`, accepts it; that of a leader is
 * only for the filter.
 */
static int add_row(const struct scan *scan, enum scan_row kind, bool ask)
{
    const struct scan_ops *ops = scan->source->ops->scan;
    struct task *row = snapshot_add(scan->snapshot);
    int result;

    if (!row)
        return -ENOMEM;
    result = ops->make_row(scan->source, kind, row);
    if (result == 0 && ask)
        result = ask_filter(scan, row);
    if (result == 0 && kind == SCAN_LEADER) {
        snapshot_drop_last(scan->snapshot);
        return 0;
    }
    if (result == 0)
        result = complete_row(scan, row, scan->request->need);
    if (result == 0 && ops->finish_row)
        result = ops->finish_row(scan->source, row);
    if (result == 0)
        result = snapshot_set_process(scan->snapshot, row, row->process);
    if (result != 0)
        snapshot_drop_last(scan->snapshot);
    return result;
}

/* Whether the time limit ends the scan before the next task. */
static bool is_cut(const struct scan *scan)
{
    const int64_t until_ns = scan->request->until_ns;
    struct snapshot *snapshot = scan->snapshot;

    if (until_ns && snapshot->count > 0 && clock_ns(CLOCK_MONOTONIC) >= until_ns)
        snapshot->incomplete = true;
    return snapshot->incomplete;
}

/* Called between two rows: passes the rows on to the taker if they are enough for a part. */
static int hand_over(const struct scan *scan)
{
    struct scan_taker *taker = scan->taker;
    int result;

    if (!taker || scan->snapshot->count < taker->rows)
        return 0;
    DEBUG(SOURCE, "passing on %zu rows", scan->snapshot->count);
    result = taker->take(taker, scan->snapshot);
    snapshot_clear(scan->snapshot);
    return result;
}

static int add_threads(const struct scan *scan, bool ask)
{
    for (;;) {
        int result = scan->source->ops->scan->next_thread(scan->source);

        if (result <= 0)
            return result;
        if (is_cut(scan))
            return 0;
        result = hand_over(scan);
        if (result < 0)
            return result;
        result = add_row(scan, SCAN_THREAD, ask);
        if (!goes_on(result))
            return result;
    }
}

static int add_group(const struct scan *scan)
{
    const struct scan_request *request = scan->request;
    bool ask = request->filter != NULL;
    int result = 0;

    if (request->rows & ROWS_PROCESSES) {
        result = add_row(scan, SCAN_PROCESS, ask);
        ask = false;
    } else if (ask && request->filter_by_group) {
        result = add_row(scan, SCAN_LEADER, true);
        /* If the leader has exited, every thread must be filtered. */
        ask = result == -ENOENT;
        if (ask)
            result = 0;
    }
    if (result == 0 && request->rows & ROWS_THREADS)
        result = add_threads(scan, ask);
    return goes_on(result) ? 0 : result;
}

static uint64_t key_of(const void *task)
{
    return task_key(task);
}

int source_scan(struct source *source, const struct scan_request *request,
                struct snapshot *snapshot)
{
    const struct scan_ops *ops = source->ops->scan;
    struct scan scan = {
        .taker = ops->by_files ? request->taker : NULL,
        .request = request,
        .snapshot = snapshot,
    };
    const int64_t start_ns = debug_start_ns(DEBUG_SOURCE);
    struct scan_group group;
    int result;

    snapshot_clear(snapshot);
    result = ops->read_system(source, &snapshot->system);
    if (result == 0)
        result = ops->begin(source, request, snapshot);
    while (result == 0 && (result = ops->next_group(source, &group)) > 0) {
        scan.source = group.source;
        result = hand_over(&scan);
        if (result == 0 && !is_cut(&scan))
            result = add_group(&scan);
        if (snapshot->incomplete)
            break;
    }
    ops->end(source);
    INVARIANT(snapshot->count <= snapshot->capacity);
    INVARIANT(request->only || keys_ascend(snapshot->tasks, snapshot->count,
                                           sizeof(*snapshot->tasks), key_of, true));
    DEBUG(SOURCE, "scan by %s: %zu %s in %lld us%s", source_name(source), snapshot->count,
          scan.taker ? "more rows" : "rows", debug_us(start_ns),
          snapshot->incomplete ? ", cut off" : "");
    return result;
}

int source_fill(struct source *source, struct snapshot *snapshot, struct task *task, need_t need)
{
    return source->ops->fill(source, snapshot, task, need);
}

int source_report_wait(struct source *source, const struct task *task, struct wait_report *report)
{
    return source->ops->report_wait(source, task, REPORT_ALL, report);
}

int source_report_links(struct source *source, const struct task *task, struct wait_report *report)
{
    return source->ops->report_wait(source, task, REPORT_LINKS, report);
}

/*
 * Takes over the command line of another thread of the same process, if it has one. procfs does the
 * same for rows that are filled one by one, but with a call for each thread.
 */
static void share_cmdline(const struct task *from, struct task *to)
{
    if (from->tgid == to->tgid && from->cmdline_len > 0) {
        to->cmdline = from->cmdline;
        to->cmdline_len = from->cmdline_len;
        to->have |= NEED_CMDLINE;
    }
}

int source_fill_all(struct source *source, struct snapshot *snapshot, need_t processes,
                    need_t threads)
{
    int result = 0;

    processes &= ~(NEED_SCANNED | NEED_DELTA);
    threads &= ~(NEED_SCANNED | NEED_DELTA);
    if (source->ops->fill_ahead)
        result = source->ops->fill_ahead(source, snapshot, processes, threads);
    for (size_t i = 0; result == 0 && i < snapshot->count; i++) {
        struct task *task = &snapshot->tasks[i];
        need_t need = task->kind == TASK_THREAD ? threads : processes;

        if (need & NEED_CMDLINE && i > 0)
            share_cmdline(task - 1, task);
        need &= ~task->have;
        if (need)
            result = source_fill(source, snapshot, task, need);
        if (result == -ENOENT)
            result = 0;
    }
    return result;
}
