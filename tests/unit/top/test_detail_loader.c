/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is read of rows after the scan: of the task that was scanned, and not of its successor. */
#include <check.h>
#include <poll.h>
#include <stdio.h>

#include "lib/base/unused.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"
#include "top/work/detail_loader.h"

static struct tree tree;
static struct sample sample;
static struct model model = {.newest = &sample};

/* Puts a thread of process 10 there, which is the process as well if it is the first. */
static void put_task(int tid, unsigned start, const char *name)
{
    char path[64], text[256];

    for (int in_task = tid != 10; in_task < 2; in_task++) {
        snprintf(path, sizeof(path), in_task ? "10/task/%d/stat" : "%d/stat", tid);
        snprintf(
            text, sizeof(text),
            "%d (%s) S 1 1 1 0 -1 0 0 0 0 0 0 0 7 8 20 0 2 0 %u 500 409600 0 0 0 0 0 0 0 0 0 0 "
            "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
            tid, name, start);
        tree_put(&tree, path, text);
        snprintf(path, sizeof(path), in_task ? "10/task/%d/cmdline" : "%d/cmdline", tid);
        tree_put(&tree, path, name);
        snprintf(path, sizeof(path), in_task ? "10/task/%d/environ" : "%d/environ", tid);
        tree_put(&tree, path, name);
        snprintf(path, sizeof(path), in_task ? "10/task/%d/syscall" : "%d/syscall", tid);
        tree_put(&tree, path, "0 0x3 0x0 0x0 0x0 0x0 0x0 0x7ffc0 0x7f00\n");
    }
}

/* Requests the last row, with a report on its wait. */
static void list_last(struct model *of, const struct sample *before UNUSED,
                      struct detail_requests *list)
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

static bool stat_compared;

TAKE_OVER(int, source_fill, struct source *source, struct snapshot *snapshot, struct task *task,
          need_t need)
{
    stat_compared = stat_compared || need & NEED_ADDRESSES;
    return __real_source_fill(source, snapshot, task, need);
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

START_TEST(a_successor_is_not_read)
{
    const struct source_options options = {.name = "task", .procfs = tree.path};
    const struct successor *by = &successors[_i];
    struct task *row;

    tree_init(&tree);
    tree_mkdir(&tree, "self");
    sample_init(&sample);
    put_task(10, 300, "first");
    put_task(11, 300, "first");
    scan(&options, by->rows);
    put_task(by->tid, by->start, by->name);
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

TESTS("top detail loader", LOOP(a_successor_is_not_read, COUNT_OF(successors)))
