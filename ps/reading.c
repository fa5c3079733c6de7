/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/reading.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "lib/base/resources.h"
#include "lib/cgroup/reader.h"
#include "lib/task/snapshot.h"
#include "lib/text/i18n.h"
#include "ps/exited_tasks.h"

/*
 * The rows of the first part, which should appear soon, and of the largest: 2 and 100 ms of reading
 * by procfs.
 */
#define PART_ROWS_MIN 64
#define PART_ROWS_MAX 4096

/*
 * The row of ps itself is that of a program with one thread.
 *
 * The threads that monitor the reading one (patience.h) belong to the means of reading, as the
 * kernel's memory for it does; scripts that look for themselves, or for every ps, expect stock's
 * row. They cannot be started later, only when a read does not return: such a read is not
 * interrupted by signals, so nothing but a thread that exists already could notice.
 */

/*
 * The PID of this process in the procfs that a source reads, NULL for /proc; 0 if it is not in it.
 * `live` as in struct source: "self" of a recorded tree is whoever made it.
 */
static pid_t own_row_find(const char *procfs, bool live)
{
    char path[PATH_MAX], target[16];
    ssize_t len;

    if (!live ||
        (size_t)snprintf(path, sizeof(path), "%s/self", procfs ? procfs : "/proc") >= sizeof(path))
        return 0;
    len = readlink(path, target, sizeof(target) - 1);
    target[len > 0 ? len : 0] = '\0';
    return (pid_t)strtol(target, NULL, 10);
}

static bool is_beside_the_first(const struct task *task, pid_t pid)
{
    return task->tgid == pid && task->kind == TASK_THREAD && task->tid != pid;
}

static int count_one_thread(struct snapshot *snapshot, struct task *task)
{
    struct process process = *task->process;

    if (process.nlwp <= 1)
        return 0;
    process.nlwp = 1;
    return snapshot_set_process(snapshot, task, &process);
}

/*
 * Leaves out the rows of all threads of the process `pid` but its first, and counts one thread; 0
 * does nothing. 0 or -ENOMEM.
 */
static int own_row_set(struct snapshot *snapshot, pid_t pid)
{
    size_t count = 0;
    int result = 0;

    if (pid == 0)
        return 0;
    for (size_t i = 0; i < snapshot->count; i++) {
        if (is_beside_the_first(&snapshot->tasks[i], pid))
            continue;
        snapshot->tasks[count] = snapshot->tasks[i];
        if (result == 0 && snapshot->tasks[count].tgid == pid)
            result = count_one_thread(snapshot, &snapshot->tasks[count]);
        count++;
    }
    snapshot->count = count;
    return result;
}

/* --- needs --- */

/* The need of a column; options can add to it. */
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
        need_t need = column_need(options->sort[i].column, options);

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

    if (result == 0 && options->ended_ns && !reading->source->live) {
        buf_puts(why, _("--ended needs the procfs of the running kernel"));
        result = -EINVAL;
    }
    return result;
}

/* Passes rows to a sink during a scan. */
struct passing {
    struct scan_taker taker; /* the first member */
    struct reading *reading;
    const struct ps_options *options;
    const struct needs *needs;
    struct row_sink *sink;
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
    int result = own_row_set(snapshot, reading->own_pid);

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

/* The sink may wait for the reader of a pipe, which must not count as being stuck. */
static int fill_and_put(struct scan_taker *taker, struct snapshot *snapshot)
{
    struct passing *passing = (struct passing *)taker;
    struct reading *reading = passing->reading;
    int result = fill(reading, passing->options, passing->needs);

    if (reading->source->guard)
        patience_rest(&reading->watched);
    if (taker->rows < PART_ROWS_MAX)
        taker->rows *= 2;
    return result == 0 ? passing->sink->put(passing->sink, snapshot) : result;
}

static int scan_and_fill(struct reading *reading, const struct ps_options *options,
                         const struct needs *needs, struct row_sink *sink)
{
    struct passing passing = {{PART_ROWS_MIN, fill_and_put}, reading, options, needs, sink};
    struct scan_request request = needs_request(options, needs);
    int result;

    if (sink)
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

static void begin_watch(struct reading *reading, const struct ps_options *options)
{
    reading->own_pid = own_row_find(options->procfs, reading->source->live);
    patience_begin(&reading->watched);
    source_set_guard(reading->source, &reading->watched.guard.guard);
}

int reading_take(struct reading *reading, const struct ps_options *options,
                 struct patience *patience, struct row_sink *sink)
{
    const struct needs needs = needs_of(options);
    const need_t selected_by = selection_need(&options->selection);
    struct source *source = reading->source;
    int result;

    reading->watched.patience = patience;
    patience_watch_labels(&reading->watched, options->selection.containers);
    if (options->ended_ns || (needs.processes | needs.threads | selected_by) & NEED_MAY_BLOCK)
        begin_watch(reading, options);
    if (options->ended_ns)
        result = read_ended(reading, options);
    else
        result = scan_and_fill(reading, options, &needs, sink);
    if (source->guard)
        patience_rest(&reading->watched);
    return result;
}
