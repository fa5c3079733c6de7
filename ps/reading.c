/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/reading.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/resources.h"
#include "lib/cgroup/reader.h"
#include "lib/task/snapshot.h"
#include "lib/text/i18n.h"

/*
 * The rows of the first part, which should appear soon, and of the largest: 2 and 100 ms of reading
 * by procfs.
 */
#define PART_ROWS_MIN 64
#define PART_ROWS_MAX 4096

/* --- needs --- */

/* The need of a column that is shown. */
static need_t column_need(const struct column *column, const struct ps_options *options)
{
    need_t need = column->figure->need;

    if (need & NEED_CMDLINE && options->bare_command)
        need = (need & ~(need_t)NEED_CMDLINE) | NEED_COMM;
    return need;
}

/* With e, the environment follows every command, a name or a command line. */
static bool shows_environ(const struct column *column)
{
    return column->align == ALIGN_UNLIMITED && column->figure->need & (NEED_CMDLINE | NEED_COMM);
}

struct needs needs_of(const struct ps_options *options)
{
    struct needs needs = {0};

    for (size_t i = 0; i < options->format.count; i++) {
        const struct column *column = options->format.items[i].column;
        need_t need;

        if (!column || column->figure->unprintable)
            continue;
        need = column_need(column, options);
        if (options->with_environ && shows_environ(column))
            need |= NEED_ENVIRON;
        /* Only with m are there two kinds of rows. */
        if (options->rows != SHOW_BOTH || column->figure->row_class != ROW_THREAD)
            needs.processes |= need;
        if (options->rows != SHOW_BOTH || column->figure->row_class != ROW_PROCESS)
            needs.threads |= need;
    }
    for (size_t i = 0; i < options->sort_count; i++) {
        need_t need = options->sort[i].column->figure->need;

        needs.processes |= need;
        if (options->rows == SHOW_THREADS)
            needs.threads |= need;
    }
    if (options->tree != TREE_NONE)
        needs.processes |= NEED_STAT;
    return needs;
}

static bool is_wanted(const struct task *task, const void *context)
{
    return selection_match(context, task);
}

struct scan_request needs_request(const struct ps_options *options, const struct needs *needs)
{
    const struct selection *selection = &options->selection;
    struct scan_request request = {
        .filter_context = selection,
        .filter_need = selection_need(selection),
        .filter_by_group = selection_is_per_process(selection),
        .only = options->only,
        .only_count = options->only_count,
    };
    const bool wants_all =
        selection->rules & SELECT_ALL && !selection->running && !selection->hide_kernel;

    if (options->rows != SHOW_THREADS) {
        request.rows |= ROWS_PROCESSES;
        request.need |= needs->processes;
    }
    if (options->rows != SHOW_PROCESSES) {
        request.rows |= ROWS_THREADS;
        request.need |= needs->threads;
    }
    if (selection_is_late(selection)) {
        request.need |= request.filter_need;
        request.filter_need = 0;
    } else if (!wants_all || selection->negate) {
        request.filter = is_wanted;
    }
    request.need &= NEED_SCANNED;
    return request;
}

/* --- the source and its tasks --- */

struct source_options reading_source_options(const struct ps_options *options)
{
    const struct needs needs = needs_of(options);

    return (struct source_options){
        .name = options->source,
        .procfs = options->procfs,
        .by_id = options->only != NULL,
        .waited = (needs.processes | needs.threads) & NEED_WAITED,
    };
}

int reading_open_roots(struct ps_options *options, struct buf *why)
{
    const char *root = options->cgroup_root;
    const char *option = "--cgroup-root";
    int result = cgroup_folder_check(root);

    if (result == 0) {
        root = options->container_root;
        option = "--container-root";
        result = container_labels_open(root, &options->selection.containers);
    }
    if (result < 0 && root && !is_shortage(result))
        buf_printf(why, "%s %s: %s", option, root, strerror(-result));
    return result;
}

struct reading *reading_new(void)
{
    struct reading *reading = calloc(1, sizeof(*reading));

    if (reading)
        snapshot_init(&reading->snapshot);
    return reading;
}

void reading_release(struct reading *reading)
{
    if (!reading)
        return;
    snapshot_fini(&reading->snapshot);
    source_close(reading->source);
}

int reading_open(struct reading *reading, const struct ps_options *options, struct buf *why)
{
    const struct source_options source = reading_source_options(options);
    int result = source_open(&source, &reading->source, why);

    if (result == 0 && options->ended_ns)
        result = exited_tasks_check(reading->source, why);
    return result;
}

/* Passes rows on during a scan. */
struct passing {
    struct scan_taker taker; /* the first member */
    struct reading *reading;
    const struct ps_options *options;
    const struct needs *needs;
};

/*
 * Keeps selected rows only. Threads that are listed below their process are kept with it, as in a
 * scan; it may be in an earlier part.
 */
static void select_rows(struct reading *reading, const struct ps_options *options)
{
    struct snapshot *snapshot = &reading->snapshot;
    const bool below = options->rows == SHOW_BOTH;
    size_t count = 0;

    for (size_t i = 0; i < snapshot->count; i++) {
        const struct task *task = &snapshot->tasks[i];
        const bool has_row_above = below && task->kind == TASK_THREAD;

        if (has_row_above ? task->tgid == reading->taken
                          : selection_match(&options->selection, task)) {
            reading->taken = task->tgid;
            snapshot->tasks[count++] = *task;
        }
    }
    snapshot->count = count;
}

/*
 * Whether a column or sort key needs names from the state files of runtimes; selections read
 * theirs.
 */
static bool shows_labels(const struct ps_options *options)
{
    for (size_t i = 0; i < options->format.count; i++) {
        const struct column *column = options->format.items[i].column;

        if (column && column->figure->from_labels)
            return true;
    }
    for (size_t i = 0; i < options->sort_count; i++)
        if (options->sort[i].column->figure->from_labels)
            return true;
    return false;
}

/*
 * Looks up the container names of all rows before output begins, so that output does not block on a
 * file of a runtime. Until then an abandoned reader shares nothing with the next one.
 */
static void read_labels(const struct ps_options *options, const struct snapshot *snapshot)
{
    const char *last = NULL;

    if (!shows_labels(options))
        return;
    for (size_t i = 0; i < snapshot->count; i++) {
        const struct task_details *details = snapshot->tasks[i].details;

        if (!details || details->cgroup == last)
            continue;
        last = details->cgroup;
        container_labels_text(options->selection.containers, last, CONTAINER_TEXT_NAME);
    }
}

/*
 * Reads for all rows what a late selection needs, selects, then reads the rest for the remaining
 * rows.
 */
static int fill(struct reading *reading, const struct ps_options *options,
                const struct needs *needs)
{
    const need_t first = selection_need(&options->selection);
    struct snapshot *snapshot = &reading->snapshot;
    int result = patience_hide_threads(snapshot, reading->own_pid);

    if (result == 0 && selection_is_late(&options->selection)) {
        result = source_fill_all(reading->source, snapshot, first,
                                 options->rows == SHOW_BOTH ? 0 : first);
        if (result == 0)
            select_rows(reading, options);
    }
    if (result == 0)
        result = source_fill_all(reading->source, snapshot, needs->processes, needs->threads);
    if (result == 0)
        read_labels(options, snapshot);
    return result;
}

/* What takes the rows may wait for the reader of a pipe, which must not count as being stuck. */
static int fill_and_put(struct scan_taker *taker, struct snapshot *snapshot)
{
    struct passing *passing = (struct passing *)taker;
    struct reading *reading = passing->reading;
    int result = fill(reading, passing->options, passing->needs);

    if (reading->source->guard)
        read_guard_rest(&reading->watched.guard);
    if (taker->rows < PART_ROWS_MAX)
        taker->rows *= 2;
    return result == 0 ? reading->put(reading->put_context, snapshot) : result;
}

static int scan_and_fill(struct reading *reading, const struct ps_options *options,
                         const struct needs *needs)
{
    struct passing passing = {{PART_ROWS_MIN, fill_and_put}, reading, options, needs};
    struct scan_request request = needs_request(options, needs);
    int result;

    if (reading->put)
        request.taker = &passing.taker;
    result = source_scan(reading->source, &request, &reading->snapshot);
    return result == 0 ? fill(reading, options, needs) : result;
}

static int read_ended(struct reading *reading, const struct ps_options *options)
{
    struct snapshot *snapshot = &reading->snapshot;
    int result = exited_tasks_read(reading->source, &reading->watched, options, snapshot);

    if (result < 0)
        return result;
    select_rows(reading, options);
    read_labels(options, snapshot);
    return 0;
}

int reading_take(struct reading *reading, const struct ps_options *options,
                 struct patience *patience)
{
    const struct needs needs = needs_of(options);
    const need_t selected_by = selection_need(&options->selection);
    struct source *source = reading->source;
    int result;

    reading->watched.patience = patience;
    patience_watch_labels(&reading->watched, options->selection.containers);
    if (options->ended_ns || (needs.processes | needs.threads | selected_by) & NEED_MAY_BLOCK) {
        reading->own_pid = patience_own_pid(options->procfs, source->live);
        patience_begin(&reading->watched);
        source_set_guard(source, &reading->watched.guard.guard);
    }
    if (options->ended_ns)
        result = read_ended(reading, options);
    else
        result = scan_and_fill(reading, options, &needs);
    if (source->guard)
        read_guard_rest(&reading->watched.guard);
    return result;
}
