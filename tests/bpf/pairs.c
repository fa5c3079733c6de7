/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * No figure depends on which other columns are asked for: the cells of stopped processes, by each
 * column alone and by each pair of needs, at the same time of day.
 *
 *   pairs SOURCE processes|threads
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/column/column.h"
#include "lib/source/bpf/load.h"
#include "lib/text/names.h"
#include "tests/bpf/sources.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/may_load.h"
#include "tests/common/rows.h"
#include "tests/common/small_thread.h"
#include "tests/common/verdict.h"

/*
 * User and system time are each rounded down to ticks, and their sum may be a tick less than the
 * rounded sum: not in every process, but in some of these.
 */
#define PROCESSES 8
#define THREADS   20
#define USED_NS   300000 /* by each thread */

#define COLUMNS_MAX 512
#define NEEDS_MAX   256

/* Shares of memory change whenever somebody else maps the same or no longer does. */
#define LEFT_OUT NEED_SMAPS

struct pairs {
    struct source *source;
    struct snapshot snapshot;
    struct system_info system; /* of the first scan, for all */
    struct name_cache *names;
    unsigned rows; /* ROWS_PROCESSES, or ROWS_THREADS for the leaders */
    pid_t processes[PROCESSES];
    const struct column *columns[COLUMNS_MAX]; /* all; column_at() searches */
    size_t column_count;
    need_t needs[NEEDS_MAX]; /* each different one once */
    size_t need_count;
    char *alone[COLUMNS_MAX][PROCESSES]; /* cells by the column's need alone */
    size_t compared;
};

/* Whether a row is one of those that are compared. */
static bool is_compared(const struct task *task, const void *context)
{
    const struct pairs *pairs = context;

    for (size_t i = 0; i < PROCESSES; i++)
        if (task->tid == pairs->processes[i])
            return true;
    return false;
}

static void scan(struct pairs *pairs, need_t need)
{
    const struct scan_request request = {
        .rows = pairs->rows,
        .need = need,
        .filter = is_compared,
        .filter_context = pairs,
    };
    struct snapshot *snapshot = &pairs->snapshot;

    sources_scan(pairs->source, &request, snapshot);
    if (snapshot->count != PROCESSES)
        fail("expected %d rows, and there are %zu", PROCESSES, snapshot->count);
    for (size_t i = 0; i < PROCESSES; i++)
        if (source_fill(pairs->source, snapshot, &snapshot->tasks[i], need & ~NEED_DELTA) < 0)
            fail("cannot fill a row");
    if (!pairs->system.monotonic_ns)
        pairs->system = snapshot->system;
}

/* The column's cell in a row of the last scan. */
static void put_cell(const struct pairs *pairs, const struct column *column, size_t row,
                     struct buf *out)
{
    const struct column_context context = {
        .system = &pairs->system, .names = pairs->names, .live = true};
    const struct cell cell = {
        .context = &context, .tree_prefix = "", .width = column->width, .room = SIZE_MAX};

    buf_clear(out);
    /* When in its scan a row was read is part of the time of day. */
    pairs->snapshot.tasks[row].read_us = 0;
    column_format(out, column, &pairs->snapshot.tasks[row], &cell);
}

static void add_need(struct pairs *pairs, need_t need)
{
    for (size_t i = 0; i < pairs->need_count; i++)
        if (pairs->needs[i] == need)
            return;
    if (pairs->need_count == NEEDS_MAX)
        fail("there are more than %d needs", NEEDS_MAX);
    pairs->needs[pairs->need_count++] = need;
}

static void read_alone(struct pairs *pairs, size_t index, struct buf *text)
{
    const struct column *column = pairs->columns[index];

    scan(pairs, column->figure->need);
    for (size_t row = 0; row < PROCESSES; row++) {
        put_cell(pairs, column, row, text);
        pairs->alone[index][row] = strdup(buf_text(text));
    }
}

static void read_all_alone(struct pairs *pairs, struct buf *text)
{
    const struct column *column;

    while ((column = column_at(pairs->column_count))) {
        if (pairs->column_count == COLUMNS_MAX)
            fail("there are more than %d columns", COLUMNS_MAX);
        add_need(pairs, column->figure->need);
        pairs->columns[pairs->column_count] = column;
        read_alone(pairs, pairs->column_count++, text);
    }
}

/* Whether the column has this need, and figures that stay. */
static bool is_of(const struct column *column, need_t need)
{
    return column->figure->need == need && !(need & LEFT_OUT);
}

/* The cells of all columns of these two needs, of a scan with both. */
static void compare(struct pairs *pairs, need_t one, need_t other, struct buf *text)
{
    scan(pairs, one | other);
    for (size_t i = 0; i < pairs->column_count; i++) {
        const struct column *column = pairs->columns[i];

        if (!is_of(column, one) && !is_of(column, other))
            continue;
        for (size_t row = 0; row < PROCESSES; row++) {
            put_cell(pairs, column, row, text);
            if (strcmp(buf_text(text), pairs->alone[i][row]) != 0)
                fail("%s of row %zu is \"%s\" alone, and \"%s\" with the groups %#llx",
                     column->code, row, pairs->alone[i][row], buf_text(text),
                     (unsigned long long)(one | other));
            pairs->compared++;
        }
    }
}

static void *use_and_sleep(void *started)
{
    use_cpu_ns(USED_NS);
    pthread_barrier_wait(started);
    return small_thread_sleep_on(NULL);
}

static void be_process(int ready, void *unused)
{
    pthread_barrier_t started;
    pthread_t thread;

    (void)unused;
    pthread_barrier_init(&started, NULL, THREADS);
    for (int i = 1; i < THREADS; i++)
        if (!small_thread_start(&thread, use_and_sleep, &started))
            _exit(EXIT_FAILURE);
    use_cpu_ns(15 * NS_PER_MS);
    pthread_barrier_wait(&started);
    if (child_say_ready(ready))
        small_thread_sleep_on(NULL);
    _exit(EXIT_FAILURE);
}

static pid_t start_stopped(void)
{
    const pid_t child = child_start(be_process, NULL);
    int status;

    if (child < 0)
        fail("cannot start a process");
    if (kill(child, SIGSTOP) < 0 || waitpid(child, &status, WUNTRACED) != child ||
        !WIFSTOPPED(status))
        fail("cannot stop a process");
    return child;
}

static void open_pairs(struct pairs *pairs, const char *source, const char *rows, struct buf *why)
{
    pairs->rows = strcmp(rows, "threads") == 0 ? ROWS_THREADS : ROWS_PROCESSES;
    pairs->names = name_cache_new();
    pairs->source = sources_open_one(source, why);
    if (!pairs->source)
        fail("cannot open %s: %s", source, buf_text(why));
    for (size_t i = 0; i < PROCESSES; i++)
        pairs->processes[i] = start_stopped();
}

static void close_pairs(struct pairs *pairs)
{
    for (size_t i = 0; i < PROCESSES; i++)
        child_end(pairs->processes[i]);
    for (size_t i = 0; i < COLUMNS_MAX; i++)
        for (size_t row = 0; row < PROCESSES; row++)
            free(pairs->alone[i][row]);
    snapshot_fini(&pairs->snapshot);
    source_close(pairs->source);
    name_cache_free(pairs->names);
}

int main(int argc, char **argv)
{
    struct pairs pairs = {0};
    struct buf text = {0};

    if (argc != 3)
        fail("usage: pairs SOURCE processes|threads");
    if (strcmp(argv[1], "bpf") == 0 && !may_load(PROGRAM_WALK, &text))
        return skip(buf_text(&text));
    open_pairs(&pairs, argv[1], argv[2], &text);
    read_all_alone(&pairs, &text);
    for (size_t i = 0; i < pairs.need_count; i++)
        for (size_t j = i; j < pairs.need_count; j++)
            compare(&pairs, pairs.needs[i], pairs.needs[j], &text);
    printf("%zu needs, %zu cells\n", pairs.need_count, pairs.compared);
    close_pairs(&pairs);
    buf_fini(&text);
    return EXIT_SUCCESS;
}
