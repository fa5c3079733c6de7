/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Scans of small trees: which rows there are, in which order, and whose times they show. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "lib/source/source.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

#define TICK_NS UINT64_C(10000000)

static struct tree tree;
static struct snapshot snapshot;
static struct source *source;

static void setup(void)
{
    tree_init(&tree);
    snapshot_init(&snapshot);
    source = NULL;
}

static void teardown(void)
{
    source_close(source);
    snapshot_fini(&snapshot);
    tree_fini(&tree);
}

FIXTURE(setup, teardown);

static void scan(const struct scan_request *request)
{
    const struct source_options options = {.procfs = tree.path};
    struct buf why = {0};

    if (!source)
        ck_assert_int_eq(source_open(&options, &source, &why), 0);
    ck_assert_int_eq(source_scan(source, request, &snapshot), 0);
    buf_fini(&why);
}

/* The rows as text: "10 10/11 ..." with processes as PID and threads as PID/TID. */
static const char *rows(void)
{
    static char text[512];
    size_t len = 0;

    text[0] = '\0';
    for (size_t i = 0; i < snapshot.count; i++) {
        const struct task *task = &snapshot.tasks[i];

        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%d", i ? " " : "", task->tgid);
        if (task->kind == TASK_THREAD)
            len += (size_t)snprintf(text + len, sizeof(text) - len, "/%d", task->tid);
    }
    return text;
}

static uint64_t cpu_ticks(size_t row)
{
    return (snapshot.tasks[row].utime_ns + snapshot.tasks[row].stime_ns) / TICK_NS;
}

static void put(const char *dir, int tid, int tgid, unsigned fields, unsigned ticks)
{
    tree_put_task(&tree, &(struct tree_task){dir, tid, tgid, "x", 1, fields, ticks, ticks,
                                             fields >= 42 && fields != 45 ? 3 : 0});
}

/* 10 with the threads 11 and 9, then 20 alone; thread 15's files are gone. */
static void make_flat(void)
{
    put("10", 10, 10, 41, 1);
    put("11", 11, 10, 41, 10);
    put("9", 9, 10, 41, 100);
    put("20", 20, 20, 41, 5);
    tree_mkdir(&tree, "15");
}

static void make_dot(void)
{
    put("10", 10, 10, 45, 1);
    put(".11", 11, 10, 45, 10);
    put(".9", 9, 10, 45, 100);
    put("20", 20, 20, 45, 5);
    tree_mkdir(&tree, ".15");
}

static void make_task(void)
{
    put("10", 10, 10, 52, 111);
    put("10/task/10", 10, 10, 52, 1);
    put("10/task/11", 11, 10, 52, 10);
    put("10/task/9", 9, 10, 52, 100);
    tree_mkdir(&tree, "10/task/15");
    put("20", 20, 20, 52, 5);
    put("20/task/20", 20, 20, 52, 5);
}

static void make_dot_and_task(void)
{
    put("10", 10, 10, 56, 111);
    put("10/task/10", 10, 10, 56, 1);
    put(".11", 11, 10, 56, 10);
    put(".9", 9, 10, 56, 100);
    tree_mkdir(&tree, ".15");
    put("20", 20, 20, 56, 5);
    put("20/task/20", 20, 20, 56, 5);
}

/*
 * A tree; the ticks of its processes 10 and 20: sums, or what the patch's fields say; and which
 * rows there are of processes whose stat line has at least ten ticks of user time.
 */
static const struct {
    void (*make)(void);
    uint64_t of_10, of_20;
    const char *busy;
} trees[] = {
    {make_flat, 222, 10, ""},
    {make_dot, 4001 + 4002, 4001 + 4002, "10 10/10 10/9 10/11 20 20/20"},
    {make_task, 222, 10, "10 10/10 10/9 10/11"},
    {make_dot_and_task, 4001 + 4002, 4001 + 4002, "10 10/10 10/9 10/11 20 20/20"},
};

LOOP(processes_show_the_whole_group, COUNT_OF(trees))
{
    trees[_i].make();
    scan(&(struct scan_request){.rows = ROWS_PROCESSES, .need = NEED_STAT | NEED_NLWP});
    ck_assert_str_eq(rows(), "10 20");
    ck_assert_uint_eq(cpu_ticks(0), trees[_i].of_10);
    ck_assert_uint_eq(cpu_ticks(1), trees[_i].of_20);
    ck_assert_int_eq(snapshot.tasks[0].process->nlwp, 3);
    ck_assert_int_eq(snapshot.tasks[0].process->ppid, 1);
}

LOOP(threads_show_their_own, COUNT_OF(trees))
{
    trees[_i].make();
    scan(&(struct scan_request){.rows = ROWS_THREADS, .need = NEED_STAT});
    ck_assert_str_eq(rows(), "10/10 10/9 10/11 20/20");
    ck_assert_uint_eq(cpu_ticks(0), 2);
    ck_assert_uint_eq(cpu_ticks(1), 200);
    ck_assert_uint_eq(cpu_ticks(2), 20);
    ck_assert_uint_eq(cpu_ticks(3), 10);
}

/* A task with a group that is no ID, as in a tree that anybody made, is a group of its own. */
CASE(a_group_that_is_no_id_hides_no_other)
{
    make_flat();
    tree_put(&tree, "20/status", "Name:\tx\nTgid:\t4294967295\n");
    scan(&(struct scan_request){.rows = ROWS_THREADS, .need = NEED_STAT});
    ck_assert_str_eq(rows(), "10/10 10/9 10/11 20/20");
}

/* As in a tree that anybody made. */
CASE(a_number_of_threads_out_of_range_is_none)
{
    make_task();
    tree_put_task(&tree, &(struct tree_task){"10", 10, 10, "x", 1, 52, 1, 1, UINT_MAX - 4});
    scan(&(struct scan_request){.rows = ROWS_PROCESSES, .need = NEED_STAT | NEED_NLWP});
    ck_assert_str_eq(rows(), "10 20");
    ck_assert_int_eq(snapshot.tasks[0].process->nlwp, 0);
    ck_assert(!(snapshot.tasks[0].have & NEED_NLWP));
}

/* One record for a process and its threads, but for one of which the kernel says something else. */
CASE(threads_share_what_is_the_same)
{
    const struct task *tasks;

    put("10", 10, 10, 52, 111);
    put("10/task/10", 10, 10, 52, 1);
    put("10/task/11", 11, 10, 52, 10);
    tree_put_task(&tree, &(struct tree_task){"10/task/12", 12, 10, "x", 7, 52, 1, 1, 3});
    scan(&(struct scan_request){.rows = ROWS_PROCESSES | ROWS_THREADS, .need = NEED_STAT});
    ck_assert_str_eq(rows(), "10 10/10 10/11 10/12");
    tasks = snapshot.tasks;
    ck_assert_int_eq(tasks[0].process->ppid, 1);
    ck_assert_ptr_eq(tasks[1].process, tasks[0].process);
    ck_assert_ptr_eq(tasks[2].process, tasks[0].process);
    ck_assert_int_eq(tasks[3].process->ppid, 7);
    ck_assert_int_eq(tasks[3].process->nlwp, 3);
}

static bool has_time(const struct task *task, const void *context)
{
    ck_assert(task->have & NEED_STAT);
    return task->utime_ns >= *(const uint64_t *)context;
}

/* A time that has passed, and one that will not come. */
LOOP(a_scan_may_end_with_the_first_rows, COUNT_OF(trees))
{
    struct scan_request request = {.rows = ROWS_THREADS, .need = NEED_STAT, .until_ns = 1};

    trees[_i].make();
    scan(&request);
    ck_assert_str_eq(rows(), "10/10");
    ck_assert(snapshot.incomplete);
    request.rows = ROWS_PROCESSES;
    scan(&request);
    ck_assert_str_eq(rows(), "10");
    ck_assert_uint_eq(cpu_ticks(0), trees[_i].of_10);
    ck_assert(snapshot.incomplete);
    request.until_ns = INT64_MAX;
    scan(&request);
    ck_assert_str_eq(rows(), "10 20");
    ck_assert(!snapshot.incomplete);
}

static need_t refuse_stat(struct source_guard *guard, pid_t tgid, need_t need)
{
    return need & ~NEED_STAT;
}

/* The number of threads is usually in stat, which may block. */
CASE(the_guard_is_asked_for_what_will_be_read)
{
    struct scan_request request = {.rows = ROWS_PROCESSES, .need = NEED_NLWP};
    struct source_guard guard = {refuse_stat};

    make_task();
    scan(&request);
    ck_assert(!snapshot.tasks[0].stat_unread);
    source_set_guard(source, &guard);
    scan(&request);
    ck_assert(snapshot.tasks[0].stat_unread);
}

/* What a scan hands over, as text. */
struct parts {
    struct scan_taker taker; /* the first member */
    char text[512];
    int result;
};

static int note_part(struct scan_taker *taker, struct snapshot *part)
{
    struct parts *parts = (struct parts *)taker;
    const size_t len = strlen(parts->text);

    ck_assert_ptr_eq(part, &snapshot);
    snprintf(parts->text + len, sizeof(parts->text) - len, "%s; ", rows());
    return parts->result;
}

LOOP(rows_may_be_taken_in_parts, COUNT_OF(trees))
{
    struct parts parts = {.taker = {2, note_part}};
    struct scan_request request = {
        .rows = ROWS_PROCESSES | ROWS_THREADS, .need = NEED_STAT, .taker = &parts.taker};

    trees[_i].make();
    scan(&request);
    ck_assert_str_eq(parts.text, "10 10/10; 10/9 10/11; ");
    ck_assert_str_eq(rows(), "20 20/20");
    ck_assert_uint_eq(cpu_ticks(0), trees[_i].of_20);
    parts = (struct parts){.taker = {5, note_part}};
    scan(&request);
    ck_assert_str_eq(parts.text, "10 10/10 10/9 10/11 20; ");
    ck_assert_str_eq(rows(), "20/20");
    parts = (struct parts){.taker = {6, note_part}};
    scan(&request);
    ck_assert_str_eq(parts.text, "");
    ck_assert_str_eq(rows(), "10 10/10 10/9 10/11 20 20/20");
}

LOOP(who_takes_them_may_end_the_scan, COUNT_OF(trees))
{
    struct parts parts = {.taker = {1, note_part}, .result = -EPIPE};
    const struct scan_request request = {
        .rows = ROWS_THREADS, .need = NEED_STAT, .taker = &parts.taker};

    trees[_i].make();
    scan(&(struct scan_request){.rows = ROWS_THREADS, .need = NEED_STAT});
    ck_assert_int_eq(source_scan(source, &request, &snapshot), -EPIPE);
    ck_assert_str_eq(parts.text, "10/10; ");
    scan(&(struct scan_request){.rows = ROWS_THREADS, .need = NEED_STAT});
    ck_assert_str_eq(rows(), "10/10 10/9 10/11 20/20");
}

/* The filter's first rows may all be unwanted; and what has all rows was not cut. */
LOOP(it_ends_with_a_row_at_least, COUNT_OF(trees))
{
    const uint64_t least_ns = 6 * TICK_NS;

    trees[_i].make();
    scan(&(struct scan_request){.rows = ROWS_THREADS,
                                .need = NEED_STAT,
                                .filter = has_time,
                                .filter_context = &least_ns,
                                .filter_need = NEED_STAT,
                                .until_ns = 1});
    ck_assert_str_eq(rows(), "10/9");
    ck_assert(snapshot.incomplete);
    scan(&(struct scan_request){
        .rows = ROWS_PROCESSES, .only = &(pid_t){20}, .only_count = 1, .until_ns = 1});
    ck_assert_str_eq(rows(), "20");
    ck_assert(!snapshot.incomplete);
}

LOOP(only_what_is_named, COUNT_OF(trees))
{
    const pid_t only[] = {20, 11, 10, 20, 15, 77, -1};

    trees[_i].make();
    scan(&(struct scan_request){
        .rows = ROWS_PROCESSES, .need = NEED_STAT, .only = only, .only_count = 7});
    ck_assert_str_eq(rows(), "20 10 20");
    ck_assert_uint_eq(cpu_ticks(1), trees[_i].of_10);
    scan(&(struct scan_request){
        .rows = ROWS_THREADS, .need = NEED_STAT, .only = only, .only_count = 7});
    ck_assert_str_eq(rows(), "20/20 10/10 10/9 10/11 20/20");
}

LOOP(a_filter_sees_each_row, COUNT_OF(trees))
{
    const uint64_t least = 10 * TICK_NS;
    struct scan_request request = {
        .rows = ROWS_THREADS,
        .need = NEED_OWNER,
        .filter = has_time,
        .filter_context = &least,
        .filter_need = NEED_STAT,
    };

    trees[_i].make();
    scan(&request);
    ck_assert_str_eq(rows(), "10/9 10/11");
    ck_assert_uint_eq(snapshot.tasks[0].euid, 2);

    /* Decided by the leader, who has one tick. */
    request.filter_by_group = true;
    scan(&request);
    ck_assert_str_eq(rows(), "");

    /* A selected process brings its threads along. */
    request.rows = ROWS_PROCESSES | ROWS_THREADS;
    scan(&request);
    ck_assert_str_eq(rows(), trees[_i].busy);
}
