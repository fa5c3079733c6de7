/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is read of rows after the scan: of the task that was scanned, and not of its successor; and
 * what becomes of rows whose task is stuck.
 */
#include <errno.h>
#include <poll.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "tests/common/take_over.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"
#include "top/work/detail_loader.h"
#include "top/work/worker_pool.h"

static struct tree tree;
static struct sample sample;
static struct model model = {.newest = &sample};

/* A file of a thread, or of a process. */
static void put_file(bool in_task, int tgid, int tid, const char *name, const char *text)
{
    char path[64];

    if (in_task)
        snprintf(path, sizeof(path), "%d/task/%d/%s", tgid, tid, name);
    else
        snprintf(path, sizeof(path), "%d/%s", tid, name);
    tree_put(&tree, path, text);
}

/* Puts a thread there, which is the process as well if it is the first. */
static void put_task(int tgid, int tid, unsigned start, const char *name)
{
    char text[256];

    for (int in_task = tid != tgid; in_task < 2; in_task++) {
        snprintf(
            text, sizeof(text),
            "%d (%s) S 1 1 1 0 -1 0 0 0 0 0 0 0 7 8 20 0 2 0 %u 500 409600 0 0 0 0 0 0 0 0 0 0 "
            "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
            tid, name, start);
        put_file(in_task, tgid, tid, "stat", text);
        put_file(in_task, tgid, tid, "cmdline", name);
        put_file(in_task, tgid, tid, "environ", name);
        put_file(in_task, tgid, tid, "syscall", "0 0x3 0x0 0x0 0x0 0x0 0x0 0x7ffc0 0x7f00\n");
    }
}

/* Requests the last row, with a report on its wait. */
static void list_last(struct model *of, const struct sample *before, struct detail_requests *list)
{
    const struct snapshot *snapshot = &of->newest->snapshot;
    const struct task *row = &snapshot->tasks[snapshot->count - 1];
    const struct detail_request request = {task_identity_of(row), row->kind,
                                           (NEED_CMDLINE | NEED_ENVIRON) & ~row->have, true};

    if (request.need)
        ck_assert_int_eq(detail_requests_add(list, &request), 0);
}

static void scan(const struct source_options *options, unsigned rows)
{
    const struct scan_request request = {.rows = rows, .need = NEED_STAT | NEED_COMM};
    struct source *source;
    struct buf why = {0};

    ck_assert_msg(source_open(options, &source, &why) == 0, "%s", buf_text(&why));
    ck_assert_int_eq(source_scan(source, &request, &sample.snapshot), 0);
    source_close(source);
}

static void load(const struct source_options *options)
{
    struct detail_loader *loader;
    struct buf why = {0};
    struct pollfd ready = {.events = POLLIN};
    int64_t due_ns;

    ck_assert_int_eq(detail_loader_open(options, list_last, &loader, &why), 0);
    ready.fd = detail_loader_fd(loader);
    while (detail_loader_load(loader, &model, &due_ns) >= 0 && detail_loader_is_loading(loader))
        poll(&ready, 1, -1);
    detail_loader_close(loader);
}

static atomic_bool stat_compared;
static atomic_int sources_open;

/* The process whose command line is not read until `released` is posted; 0: none. */
static atomic_int blocks_on;
static sem_t released;
static _Atomic(struct source_guard *) blocked; /* of the worker that reads it */

static int fill_error, open_error; /* open_error: of all sources but the first */
static bool open_waits;            /* likewise: until may_open is posted */
static sem_t may_open;
static atomic_bool opens, opened_with_options;

TAKE_OVER(int, source_fill, struct source *source, struct snapshot *snapshot, struct task *task,
          need_t need)
{
    int tgid = task->tgid;
    int result = __real_source_fill(source, snapshot, task, need);

    stat_compared = stat_compared || need & NEED_ADDRESSES;
    if (need & NEED_CMDLINE && atomic_compare_exchange_strong(&blocks_on, &tgid, 0)) {
        blocked = source->guard;
        sem_wait(&released);
        blocked = NULL;
    }
    return fill_error ? fill_error : result;
}

/* Otherwise a worker that is slow here would count as stuck. */
TAKE_OVER(bool, read_guard_is_blocked, struct read_guard *guard, uint64_t turn)
{
    return read_guard_turn(guard) == turn && blocked == &guard->guard;
}

TAKE_OVER(int, source_open, const struct source_options *options, struct source **out,
          struct buf *why)
{
    int result;

    if (sources_open && open_error)
        return open_error;
    if (sources_open && open_waits) {
        opens = true;
        sem_wait(&may_open);
    }
    opened_with_options = options->procfs == tree.path && options->fills_only && options->reports;
    result = __real_source_open(options, out, why);
    sources_open += result == 0;
    return result;
}

TAKE_OVER(void, source_close, struct source *source)
{
    __real_source_close(source);
    sources_open -= source != NULL;
}

static const struct successor {
    unsigned rows;
    int tid;
    unsigned start;
    const char *name;
    const char *shown; /* and its wait, unless this is empty */
    bool has_exited;   /* when its stat is read */
    bool unread;       /* stat may block */
} successors[] = {
    {ROWS_PROCESSES, 10, 300, "first", "first", false, false},
    {ROWS_PROCESSES, 10, 301, "successor", "", false, false},
    {ROWS_THREADS, 11, 300, "first", "first", false, false},
    {ROWS_THREADS, 11, 301, "successor", "", false, false},
    {ROWS_PROCESSES, 11, 301, "successor", "first", false, false},
    {ROWS_PROCESSES, 10, 301, "successor", "", true, false},
    {ROWS_PROCESSES, 10, 300, "first", "first", false, true},
};

LOOP(a_successor_is_not_read, COUNT_OF(successors))
{
    const struct source_options options = {.name = "task", .procfs = tree.path};
    const struct successor *by = &successors[_i];
    struct task *row;

    tree_init(&tree);
    tree_mkdir(&tree, "self");
    sample_init(&sample);
    put_task(10, 10, 300, "first");
    put_task(10, 11, 300, "first");
    scan(&options, by->rows);
    put_task(10, by->tid, by->start, by->name);
    if (by->has_exited)
        tree_put(&tree, "10/stat", "");
    row = &sample.snapshot.tasks[sample.snapshot.count - 1];
    row->cmdline = "previous";
    row->cmdline_len = sizeof("previous");
    row->stat_unread = by->unread;
    stat_compared = false;
    load(&options);

    ck_assert_int_ne(stat_compared, by->unread);
    ck_assert_str_eq(row->comm, "first");
    ck_assert_str_eq(row->cmdline, *by->shown ? by->shown : "previous");
    ck_assert_str_eq(row->details->environ, by->shown);
    ck_assert_uint_eq(row->have & (NEED_CMDLINE | NEED_ENVIRON), NEED_CMDLINE | NEED_ENVIRON);
    ck_assert_int_eq(sample.report_tid, row->tid);
    ck_assert_uint_eq(sample.report.link_count, *by->shown ? 1 : 0);
    sample_fini(&sample);
    tree_fini(&tree);
}

static struct detail_loader *loader;
static bool lists_nothing;

/* Requests the command lines of all rows. */
static void list_all(struct model *of, const struct sample *before, struct detail_requests *list)
{
    const struct snapshot *snapshot = &of->newest->snapshot;

    for (size_t i = 0; i < snapshot->count && !lists_nothing; i++) {
        const struct task *row = &snapshot->tasks[i];
        const struct detail_request request = {task_identity_of(row), row->kind,
                                               NEED_CMDLINE & ~row->have, false};

        if (request.need)
            ck_assert_int_eq(detail_requests_add(list, &request), 0);
    }
}

static bool has_cmdline(size_t index, const char *cmdline)
{
    const struct task *row = &sample.snapshot.tasks[index];

    return row->have & NEED_CMDLINE && row->cmdline && strcmp(row->cmdline, cmdline) == 0;
}

static int load_more(void)
{
    int64_t due_ns;

    return detail_loader_load(loader, &model, &due_ns);
}

static void load_until_it_stops(void)
{
    int result;

    WAIT_UNTIL ((result = load_more()) < 0 || !detail_loader_is_loading(loader), "it loads")
        continue;
    ck_assert_int_ge(result, 0);
}

/* Processes 10 and 20 have rows, and a worker reads those of 10, which block. */
static void begin_blocked(void)
{
    const struct source_options options = {.name = "task", .procfs = tree.path};
    struct buf why = {0};

    worker_pools_set_patience(NS_PER_S / 25);
    sem_init(&released, 0, 0);
    sem_init(&may_open, 0, 0);
    tree_init(&tree);
    tree_mkdir(&tree, "self");
    sample_init(&sample);
    put_task(10, 10, 300, "first");
    put_task(20, 20, 300, "second");
    scan(&options, ROWS_PROCESSES);
    ck_assert_uint_eq(sample.snapshot.count, 2);
    blocks_on = 10;
    ck_assert_int_eq(detail_loader_open(&options, list_all, &loader, &why), 0);
    ck_assert_int_eq(load_more(), 0);
    WAIT_UNTIL (blocked, "nothing is read")
        continue;
}

static void end_blocked(void)
{
    sample_fini(&sample);
    tree_fini(&tree);
}

FIXTURE(begin_blocked, end_blocked);

/* The other row is read by a second worker. That of the stuck process is empty, and not asked for
 * again. */
CASE(a_stuck_process_is_left_behind)
{
    WAIT_UNTIL (has_cmdline(1, "second") && !detail_loader_is_loading(loader), "no second row")
        ck_assert_int_ge(load_more(), 0);
    ck_assert_int_eq(sources_open, 2);
    ck_assert(sample.snapshot.tasks[0].have & NEED_CMDLINE);
    ck_assert_uint_eq(sample.snapshot.tasks[0].cmdline_len, 0);
    sem_post(&released);
    WAIT_UNTIL (sources_open == 1, "%d sources", sources_open)
        ck_assert_int_eq(load_more(), 0);
    detail_loader_close(loader);
    ck_assert_int_eq(sources_open, 0);
}

CASE(without_a_second_worker_all_rows_wait)
{
    open_error = -EMFILE;
    load_until_it_stops();
    ck_assert_int_eq(sources_open, 1);
    ck_assert(!has_cmdline(1, "second"));
    sem_post(&released);
    WAIT_UNTIL (has_cmdline(0, "first") && has_cmdline(1, "second") &&
                    !detail_loader_is_loading(loader),
                "no rows")
        ck_assert_int_ge(load_more(), 0);
    detail_loader_close(loader);
    ck_assert_int_eq(sources_open, 0);
}

/* The second worker has the loader's options after its end. */
CASE(it_ends_while_a_second_worker_opens)
{
    open_waits = true;
    WAIT_UNTIL (opens, "no second worker")
        ck_assert_int_eq(load_more(), 0);
    sem_post(&released);
    detail_loader_close(loader);
    ck_assert_int_eq(sources_open, 1);
    opened_with_options = false;
    sem_post(&may_open);
    WAIT_UNTIL (sources_open == 2, "no second source")
        continue;
    ck_assert(opened_with_options);
}

/* The sample has another task of that number by the time the row has been read. */
CASE(a_row_of_another_task_is_not_filled)
{
    sample.snapshot.tasks[0].start_ns++;
    lists_nothing = true;
    worker_pools_set_patience(0);
    sem_post(&released);
    load_until_it_stops();
    ck_assert(!(sample.snapshot.tasks[0].have & NEED_CMDLINE));
    ck_assert(has_cmdline(1, "second"));
    detail_loader_close(loader);
}

CASE(a_shortage_is_an_error)
{
    int result = 0;

    worker_pools_set_patience(0);
    fill_error = -EMFILE;
    sem_post(&released);
    WAIT_UNTIL ((result = load_more()) < 0, "%d", result)
        continue;
    ck_assert_int_eq(result, -EMFILE);
    detail_loader_close(loader);
}
