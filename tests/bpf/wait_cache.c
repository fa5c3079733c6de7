/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A thread that has not run since the last scan is not queried again. What the cache says of it
 * must be what a query would say, even while other threads go from one wait to the next.
 *
 * Each caching scan is made between two scans that query all threads. Where these two agree on a
 * thread that has not run between them, the caching scan must agree, too, whether its answer comes
 * from the cache or from a query.
 */
#include <errno.h>
#include <inttypes.h>
#include <linux/futex.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "lib/column/column.h"
#include "lib/source/bpf/support.h"
#include "lib/source/bpf/wire.h"
#include "lib/text/names.h"
#include "tests/bpf/forced_way.h"
#include "tests/bpf/sources.h"
#include "tests/common/may_load.h"
#include "tests/common/rows.h"
#include "tests/common/small_thread.h"
#include "tests/common/take_over.h"
#include "tests/common/verdict.h"
#include "tests/common/wait.h"

#define SLEEPERS 40
#define RESTLESS 40
#define THREADS  (SLEEPERS + RESTLESS)

/* Comparisons required: of threads still in the same wait, and of threads in a new one. */
#define SAME    2000
#define ANOTHER 200

#define NEEDS (NEED_SYSCALL | NEED_WAIT | NEED_RUN_DELAY | NEED_SWITCHES | NEED_WAITED)

/* --- the threads --- */

static atomic_int words[3]; /* of futexes; the last one is the sleepers' */

static struct thread {
    _Atomic pid_t tid; /* 0: it has not begun */
    struct buf last;   /* what the last caching scan said of it */
} threads[THREADS];    /* the sleepers first */

/* The longest wait of the restless threads: on any machine some must outlast three scans. */
static atomic_llong longest_ns = 100 * NS_PER_MS;

static void wait_at(int word, const struct timespec *limit)
{
    syscall(SYS_futex, &words[word], FUTEX_WAIT_PRIVATE, 0, limit, NULL, 0);
}

static void *sleep_on(void *argument)
{
    struct thread *self = argument;

    self->tid = gettid();
    for (;;)
        wait_at(2, NULL);
    return NULL;
}

/* Waits of random length, from a thousandth of the longest. */
static void *go_on(void *argument)
{
    struct thread *self = argument;

    self->tid = gettid();
    for (unsigned turn = (unsigned)(self - threads);; turn++) {
        const int64_t ns = longest_ns >> (turn * 7 % 11);
        const struct timespec limit = {.tv_sec = ns / NS_PER_S, .tv_nsec = ns % NS_PER_S};

        if (turn % 4 == 0)
            nanosleep(&limit, NULL);
        else if (turn % 4 == 1)
            ppoll(NULL, 0, &limit, NULL);
        else
            wait_at((int)(turn % 4 - 2), &limit);
    }
    return NULL;
}

static void start_threads(void)
{
    pthread_t thread;

    for (size_t i = 0; i < THREADS; i++)
        if (!small_thread_start(&thread, i < SLEEPERS ? sleep_on : go_on, &threads[i]))
            fail("only %zu of %d threads can be started", i, THREADS);
}

/* --- scans --- */

static size_t asked, asked_sleepers;

static bool is_sleeper(uint32_t tid)
{
    for (size_t i = 0; i < SLEEPERS; i++)
        if (threads[i].tid == (pid_t)tid)
            return true;
    return false;
}

/* Of CLOCK_MONOTONIC_RAW, which is never adjusted, like the scheduler's clock. */
struct interval {
    int64_t begin_ns, end_ns;
};

/* In which the last scan has looked at the clock that its times of waiting end with. */
static struct interval clock_read;

/* The program counts its context switches before it sleeps, and then looks at the clock. */
TAKE_OVER(int, getrusage, int who, struct rusage *used)
{
    if (clock_read.end_ns >= clock_read.begin_ns)
        clock_read = (struct interval){clock_ns(CLOCK_MONOTONIC_RAW), 0};
    return __real_getrusage(who, used);
}

/* Of the runs of waits.bpf.c, that which asks for no task only looks at the clock. */
TAKE_OVER(int, object_run, int program, void *argument, uint32_t size)
{
    const struct wire_wait_page *page = argument;
    int result;

    if (size != sizeof(*page))
        return __real_object_run(program, argument, size);
    asked += page->count;
    for (size_t i = 0; i < page->count; i++)
        asked_sleepers += is_sleeper(page->waits[i].tid);
    result = __real_object_run(program, argument, size);
    if (page->count == 0)
        clock_read.end_ns = clock_ns(CLOCK_MONOTONIC_RAW);
    return result;
}

struct scan {
    struct source *source;
    struct snapshot snapshot;
    struct column_context context;
    struct interval clock_read;
};

static bool open_scan(struct scan *scan, struct buf *why)
{
    scan->source = sources_open_one("bpf", why);
    scan->context =
        (struct column_context){.system = &scan->snapshot.system, .names = name_cache_new()};
    if (!scan->context.names)
        fail("no memory for names");
    return scan->source != NULL;
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
    int result;

    asked = asked_sleepers = 0;
    sources_scan(scan->source, &request, &scan->snapshot);
    result = source_fill_all(scan->source, &scan->snapshot, 0, NEEDS);
    if (result < 0)
        fail("reading waits failed: %s", strerror(-result));
    scan->clock_read = clock_read;
}

/* --- what they say --- */

/* What can only change when the thread runs. */
static void put_text(const struct scan *scan, const struct task *task, struct buf *out)
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

/*
 * Checks how long a thread has waited by the caching scan, the second of three, if it has not run
 * between them. Its waiting time grows with the clock, which each scan reads at some point of an
 * interval. So it is bounded from the first scan, by the least and the most time between the two
 * readings, and in the same way from the last one. An answer that was cached when the thread had
 * just begun to wait may be off by `slack_ns`.
 */
static void expect_waited(const struct scan scans[3], const struct task *const tasks[3],
                          int64_t slack_ns)
{
    const struct interval *before = &scans[0].clock_read, *now = &scans[1].clock_read;
    const struct interval *after = &scans[2].clock_read;
    const int64_t first = tasks[0]->details->waited_ns, last = tasks[2]->details->waited_ns;
    const int64_t waited = tasks[1]->details->waited_ns;
    /* A thread that began to wait after the first scan read the clock has waited for 0 there. */
    const int64_t least = first > 0 ? first + now->begin_ns - before->end_ns : 0;

    if (waited < least || waited > first + now->end_ns - before->begin_ns + slack_ns ||
        waited < last - (after->end_ns - now->begin_ns) ||
        waited > last - (after->begin_ns - now->end_ns) + slack_ns)
        fail("thread %d has waited for %" PRId64 " ns and %" PRId64 " ns later for %" PRId64
             " ns, and in between, %" PRId64 " ns after the first, not for %" PRId64,
             tasks[1]->tid, first, after->begin_ns - before->begin_ns, last,
             now->begin_ns - before->begin_ns, waited);
}

struct counts {
    size_t same,
        another;      /* comparisons of threads in the wait that was cached last, and in others */
    int64_t slack_ns; /* the longest that a caching scan took to read the clock */
};

static void compare_texts(const struct thread *thread, const char *wanted, const char *got,
                          struct counts *counts)
{
    const bool is_same = strcmp(wanted, buf_text(&thread->last)) == 0;

    if (strcmp(wanted, got) != 0)
        fail("thread %d: expected \"%s\", as queried, and the cache says \"%s\", after \"%s\"",
             thread->tid, wanted, got, buf_text(&thread->last));
    counts->same += is_same;
    counts->another += !is_same;
}

/* One thread, in the three scans. */
static void compare(const struct scan scans[3], struct thread *thread, struct counts *counts)
{
    struct buf texts[3] = {{0}};
    const struct task *tasks[3];
    bool is_known = thread->tid != 0;

    for (int i = 0; is_known && i < 3; i++) {
        tasks[i] = find_row(&scans[i].snapshot, thread->tid);
        is_known = tasks[i] && tasks[i]->have & NEED_WAIT;
        if (is_known)
            put_text(&scans[i], tasks[i], &texts[i]);
    }
    if (is_known && strcmp(buf_text(&texts[0]), buf_text(&texts[2])) == 0 &&
        strncmp(buf_text(&texts[0]), "S ", 2) == 0 && thread->last.len > 0) {
        compare_texts(thread, buf_text(&texts[0]), buf_text(&texts[1]), counts);
        expect_waited(scans, tasks, counts->slack_ns);
    }
    buf_clear(&thread->last);
    buf_puts(&thread->last, buf_text(&texts[1]));
    for (int i = 0; i < 3; i++)
        buf_fini(&texts[i]);
}

/* The second of the three scans uses the cache. */
static void try_churn(struct scan scans[3])
{
    struct counts counts = {0};

    WAIT_UNTIL (counts.same >= SAME && counts.another >= ANOTHER,
                "%zu threads in the same wait and %zu in another", counts.same, counts.another) {
        const int64_t round_ns = clock_ns(CLOCK_MONOTONIC);

        for (int i = 0; i < 3; i++)
            read_all(&scans[i], i == 1);
        if (clock_ns(CLOCK_MONOTONIC) - round_ns > longest_ns / 4)
            longest_ns *= 2;
        if (counts.slack_ns < scans[1].clock_read.end_ns - scans[1].clock_read.begin_ns)
            counts.slack_ns = scans[1].clock_read.end_ns - scans[1].clock_read.begin_ns;
        for (size_t i = 0; i < THREADS; i++)
            compare(scans, &threads[i], &counts);
    }
    printf("%zu compared in the same wait as before, %zu in another\n", counts.same,
           counts.another);
}

/* A scan without the cache queries all sleepers each time, and one with it does so only once. */
static void try_sparing(struct scan scans[3])
{
    read_all(&scans[0], false);
    if (asked_sleepers != SLEEPERS)
        fail("expected %d sleepers to be asked, and %zu were", SLEEPERS, asked_sleepers);
    read_all(&scans[1], true);
    read_all(&scans[1], true);
    if (asked_sleepers != 0)
        fail("expected no sleeper to be asked again, and %zu were", asked_sleepers);
    printf("%zu of %zu asked again\n", asked, scans[1].snapshot.count);
}

static size_t count_sleepers(struct scan *scan)
{
    size_t count = 0;

    read_all(scan, false);
    for (size_t i = 0; i < SLEEPERS; i++) {
        const pid_t tid = threads[i].tid;
        const struct task *task = tid ? find_row(&scan->snapshot, tid) : NULL;

        count += task && task->state == 'S';
    }
    return count;
}

static void run(struct scan scans[3])
{
    size_t count;

    start_threads();
    WAIT_UNTIL ((count = count_sleepers(&scans[0])) == SLEEPERS, "%zu sleep", count)
        continue;
    try_churn(scans);
    try_sparing(scans);
    for (size_t i = 0; i < THREADS; i++)
        buf_fini(&threads[i].last);
}

static bool may_read_waits(struct buf *why)
{
    if (support_sees_all())
        return may_load(PROGRAM_WAITS, why);
    buf_puts(why, "the kernel is too old, or the user may not see what others wait for");
    return false;
}

int main(void)
{
    struct scan scans[3] = {{0}};
    struct buf why = {0};
    int status = EXIT_SUCCESS;

    if (may_read_waits(&why) && forced_way_open(WAY_ID_WALK, &why) && open_scan(&scans[0], &why) &&
        open_scan(&scans[1], &why) && open_scan(&scans[2], &why))
        run(scans);
    else
        status = skip(buf_text(&why));
    for (int i = 0; i < 3; i++)
        close_scan(&scans[i]);
    forced_way_close();
    buf_fini(&why);
    return status;
}
