/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who has not run is not asked again for what he waits for: what is known from before must be what
 * asking all would say, also while threads go from one wait to the next as fast as they can.
 *
 * A scan that remembers is between two that do not. What those two say alike of a thread that has
 * not run between them it must say as well.
 */
#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "lib/column/column.h"
#include "lib/source/source.h"
#include "tests/bpf/forced_way.h"
#include "tests/common/rows.h"
#include "tests/common/small_thread.h"
#include "tests/common/take_over.h"
#include "tests/common/verdict.h"

/* lib/source/bpf/waits.c is asked for so many at most at a time. */
#define SLEEPERS 40
#define RESTLESS 40

/* So often a thread must have been compared, and seen in another wait than before. */
#define COMPARED 3000
#define CHANGED  200

#define NEEDS (NEED_SYSCALL | NEED_WAIT | NEED_RUN_DELAY | NEED_SWITCHES | NEED_WAITED)

/* How far the times of two scans may be apart from those between: a host may be very busy. */
#define TOLERANCE_NS NS_PER_S

/* --- the threads --- */

static atomic_int words[3]; /* of futexes; the last one is the sleepers' */
static atomic_bool over;

static struct sleeper {
    _Atomic pid_t tid; /* 0: it has not begun */
} sleepers[SLEEPERS];

static unsigned turns[RESTLESS]; /* with which they begin */

static void wait_at(int word, const struct timespec *limit)
{
    syscall(SYS_futex, &words[word], FUTEX_WAIT_PRIVATE, 0, limit, NULL, 0);
}

static void *sleep_on(void *argument)
{
    struct sleeper *self = argument;

    self->tid = gettid();
    while (!over)
        wait_at(2, NULL);
    return NULL;
}

/* From one wait to another, each of a millisecond or less. */
static void *be_restless(void *argument)
{
    unsigned turn = *(unsigned *)argument;

    while (!over) {
        const struct timespec moment = {.tv_nsec = 100000 + (turn * 7919 % 900000)};

        turn++;
        if (turn % 4 == 0)
            nanosleep(&moment, NULL);
        else if (turn % 4 == 1)
            ppoll(NULL, 0, &moment, NULL);
        else
            wait_at((int)(turn % 4 - 2), &moment);
    }
    return NULL;
}

static void start_threads(void)
{
    pthread_t thread;

    for (size_t i = 0; i < SLEEPERS; i++)
        if (!small_thread_start(&thread, sleep_on, &sleepers[i]))
            die("no thread", errno);
    for (unsigned i = 0; i < RESTLESS; i++) {
        turns[i] = i;
        if (!small_thread_start(&thread, be_restless, &turns[i]))
            die("no thread", errno);
    }
}

/* --- scans --- */

static size_t asked, asked_sleepers;

static bool is_sleeper(uint32_t tid)
{
    for (size_t i = 0; i < SLEEPERS; i++)
        if (sleepers[i].tid == (pid_t)tid)
            return true;
    return false;
}

TAKE_OVER(int, waits_run, int program, size_t count, struct wire_wait_page *page)
{
    asked += count;
    for (size_t i = 0; i < count; i++)
        asked_sleepers += is_sleeper(page->waits[i].tid);
    return __real_waits_run(program, count, page);
}

struct scan {
    struct source *source;
    struct snapshot snapshot;
    struct column_context context;
};

static void open_scan(struct scan *scan)
{
    const struct source_options options = {.name = "bpf"};
    struct buf why = {0};

    if (source_open(&options, &scan->source, &why) < 0)
        exit(skip(buf_text(&why)));
    buf_fini(&why);
    snapshot_init(&scan->snapshot);
    scan->context =
        (struct column_context){.system = &scan->snapshot.system, .names = name_cache_new()};
}

static void close_scan(struct scan *scan)
{
    name_cache_free(scan->context.names);
    snapshot_fini(&scan->snapshot);
    source_close(scan->source);
}

static void read_all(struct scan *scan, bool again)
{
    const struct scan_request request = {.rows = ROWS_THREADS, .need = NEED_STAT, .again = again};

    asked = asked_sleepers = 0;
    if (source_scan(scan->source, &request, &scan->snapshot) < 0 ||
        source_fill_all(scan->source, &scan->snapshot, 0, NEEDS) < 0)
        die("a scan failed", again);
}

/* --- what they say --- */

/* All that a thread changes only by running. */
static void put_texts(const struct scan *scan, const struct task *task, struct buf *out)
{
    static const char *const codes[] = {"s",      "wait",     "syscall", "waddr",
                                        "fscope", "rundelay", "nvcsw",   "nivcsw"};
    const struct cell cell = {.context = &scan->context, .tree_prefix = "", .room = SIZE_MAX};

    buf_clear(out);
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        column_format(out, column_find(codes[i]), task, &cell);
        buf_putc(out, ' ');
    }
}

static bool is_between(const struct task *before, const struct task *task, const struct task *after)
{
    return task->details->waited_ns >= before->details->waited_ns - TOLERANCE_NS &&
           task->details->waited_ns <= after->details->waited_ns + TOLERANCE_NS;
}

struct counts {
    size_t compared, changed;
};

/* One thread, in the three scans. */
static void compare(const struct scan scans[3], const struct task *task, struct counts *counts)
{
    struct buf texts[3] = {{0}};
    const struct task *tasks[3];

    for (int i = 0; i < 3; i++) {
        tasks[i] = find_row(&scans[i].snapshot, task->tid);
        if (!tasks[i] || !(tasks[i]->have & NEED_WAIT))
            return;
    }
    for (int i = 0; i < 3; i++)
        put_texts(&scans[i], tasks[i], &texts[i]);
    if (strcmp(buf_text(&texts[0]), buf_text(&texts[2])) != 0) {
        counts->changed++;
    } else if (strncmp(buf_text(&texts[0]), "S ", 2) == 0) {
        counts->compared++;
        if (strcmp(buf_text(&texts[0]), buf_text(&texts[1])) != 0) {
            printf("asked: %s\nknown: %s\n", buf_text(&texts[0]), buf_text(&texts[1]));
            die("what is known is not so", task->tid);
        }
        if (!is_between(tasks[0], tasks[1], tasks[2]))
            die("it has not waited for so long", (long long)tasks[1]->details->waited_ns);
    }
    for (int i = 0; i < 3; i++)
        buf_fini(&texts[i]);
}

/* The second of the three remembers. */
static void try_churn(struct scan scans[3])
{
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);
    struct counts counts = {0};

    while (counts.compared < COMPARED || counts.changed < CHANGED) {
        if (!is_patient(start_ns))
            die("too little was compared", (long long)counts.compared);
        for (int i = 0; i < 3; i++)
            read_all(&scans[i], i == 1);
        for (size_t i = 0; i < scans[1].snapshot.count; i++)
            if (scans[1].snapshot.tasks[i].tgid == getpid())
                compare(scans, &scans[1].snapshot.tasks[i], &counts);
    }
    printf("%zu compared, %zu in another wait\n", counts.compared, counts.changed);
}

/* Sleepers are asked each time by who remembers nothing, and not again by who does. */
static void try_sparing(struct scan scans[3])
{
    read_all(&scans[0], false);
    if (asked_sleepers != SLEEPERS)
        die("not all are asked", (long long)asked_sleepers);
    read_all(&scans[1], true);
    read_all(&scans[1], true);
    if (asked_sleepers != 0)
        die("who sleeps was asked again", (long long)asked_sleepers);
    printf("%zu of %zu asked again\n", asked, scans[1].snapshot.count);
}

static void await_sleepers(struct scan *scan)
{
    const int64_t start_ns = clock_ns(CLOCK_MONOTONIC);
    size_t count;

    do {
        count = 0;
        read_all(scan, false);
        for (size_t i = 0; i < SLEEPERS; i++) {
            const struct task *task =
                sleepers[i].tid ? find_row(&scan->snapshot, sleepers[i].tid) : NULL;

            count += task && task->state == 'S';
        }
        if (!is_patient(start_ns))
            die("they do not sleep", (long long)count);
    } while (count < SLEEPERS);
}

int main(void)
{
    struct scan scans[3] = {{0}};
    struct buf why = {0};

    if (!forced_way_open(WAY_ID_WALK, &why))
        return skip("that way is not open here");
    for (int i = 0; i < 3; i++)
        open_scan(&scans[i]);
    start_threads();
    await_sleepers(&scans[0]);
    try_churn(scans);
    try_sparing(scans);
    for (int i = 0; i < 3; i++)
        close_scan(&scans[i]);
    forced_way_close();
    buf_fini(&why);
    puts("all well");
    over = true;
    return EXIT_SUCCESS;
}
