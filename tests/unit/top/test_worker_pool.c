/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Work beside the interface. A job that is to hang reads a pipe, which is written to when it may go
 * on; other jobs wait for nothing. So nothing here depends on how fast a thread is.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"
#include "top/work/worker_pool.h"

/* What is stuck is so at once, or never. */
#define AT_ONCE_NS 1
#define NEVER_NS   (3600 * (int64_t)NS_PER_S)

struct task_job {
    struct job job;
    int number;
    pid_t tgid;   /* asked for; 0: it does not ask */
    bool hangs;   /* until released */
    bool allowed; /* the answer */
    int begun[2], released[2];
};

static struct worker_pool *pool;
static int open_error; /* what new workers meet */
static bool open_waits;
static pthread_t opener; /* the thread that opened the last one's tools */
static sem_t opening;    /* of a worker but the first: its tools are there when it is posted */
static atomic_int tools_open, discarded;
static struct task_job jobs[2 * WORKERS_ABANDONED_MAX];

static int open_tools(void *owner, void **tools, struct buf *why)
{
    ck_assert_ptr_eq(owner, &jobs);
    if (open_error) {
        buf_puts(why, "no tools");
        return open_error;
    }
    if (tools_open > 0 && open_waits)
        sem_wait(&opening);
    opener = pthread_self();
    tools_open++;
    *tools = &tools_open;
    return 0;
}

static void close_tools(void *tools)
{
    atomic_int *count = tools;

    --*count;
}

static bool may_read(struct read_guard *reads, pid_t tgid)
{
    struct source_guard *guard = &reads->guard;

    return guard->allow(guard, tgid, NEED_CMDLINE);
}

/* No assertions: they are for the test's own thread. */
static void run(struct read_guard *guard, void *tools, struct job *job)
{
    struct task_job *task = (struct task_job *)job;
    char byte = 0;

    task->allowed = tools == &tools_open && (!task->tgid || may_read(guard, task->tgid));
    if (task->hangs && task->allowed && write(task->begun[1], &byte, 1) == 1)
        while (read(task->released[0], &byte, 1) < 0)
            continue;
}

static void discard(struct job *job)
{
    ck_assert_ptr_nonnull(job);
    discarded++;
}

static const struct worker_ops ops = {NEVER_NS, open_tools, close_tools, run, discard};

static void start(uint64_t stuck_after_ns)
{
    struct buf why = {0};

    worker_pools_set_patience(2 * stuck_after_ns);
    ck_assert_int_eq(worker_pool_open(&ops, &jobs, &pool, &why), 0);
    ck_assert_uint_eq(why.len, 0);
    for (int i = 0; i < COUNT_OF(jobs); i++) {
        jobs[i] = (struct task_job){.number = i};
        ck_assert_int_eq(pipe(jobs[i].begun), 0);
        ck_assert_int_eq(pipe(jobs[i].released), 0);
    }
}

static void stop(void)
{
    ck_assert(worker_pool_close(pool));
    for (int i = 0; i < COUNT_OF(jobs); i++)
        for (int end = 0; end < 2; end++) {
            close(jobs[i].begun[end]);
            close(jobs[i].released[end]);
        }
}

static void submit(int number, pid_t tgid)
{
    jobs[number].tgid = tgid;
    worker_pool_submit(pool, &jobs[number].job);
}

/* Returns when the worker is stuck in the job. */
static void submit_hanging(int number, pid_t tgid)
{
    char byte;

    jobs[number].hangs = true;
    submit(number, tgid);
    ck_assert_int_eq(read(jobs[number].begun[0], &byte, 1), 1);
}

static void release(int number)
{
    ck_assert_int_eq(write(jobs[number].released[1], "", 1), 1);
}

static bool is_ready(int timeout_ms)
{
    struct pollfd ready = {.fd = worker_pool_fd(pool), .events = POLLIN};

    return poll(&ready, 1, timeout_ms) == 1;
}

/* Waits for the next job that is done: its number. */
static int take(void)
{
    struct job *job;

    WAIT_UNTIL ((job = worker_pool_take(pool)), "no job is done")
        is_ready(10);
    return ((struct task_job *)job)->number;
}

static enum pool_state poll_now(void)
{
    int64_t due_ns;

    return worker_pool_poll(pool, &due_ns);
}

/* Until it is so: a worker is stuck if it is found in the same read again, and the next one opens.
 */
static void wait_for(enum pool_state state)
{
    enum pool_state seen;

    WAIT_UNTIL ((seen = poll_now()) == state, "state %d", (int)seen)
        continue;
}

/* So many workers are there in the end, the one that works included. */
static void wait_for_workers(int count)
{
    WAIT_UNTIL (tools_open <= count, "%d workers", tools_open)
        poll_now();
    ck_assert_int_eq(tools_open, count);
}

CASE(jobs_are_done_and_taken)
{
    unsigned seen = 0;
    int64_t due_ns;

    start(NEVER_NS);
    ck_assert_ptr_null(worker_pool_take(pool));
    ck_assert(!worker_pool_is_busy(pool));
    for (int i = 0; i < 5; i++)
        submit(i, 0);
    ck_assert(worker_pool_is_busy(pool));
    for (int i = 0; i < 5; i++)
        seen |= 1u << take();
    ck_assert(!is_ready(0));
    ck_assert_uint_eq(seen, 31);
    ck_assert(!worker_pool_is_busy(pool));
    ck_assert_ptr_null(worker_pool_take(pool));
    ck_assert_int_eq(worker_pool_poll(pool, &due_ns), POOL_WORKS);
    ck_assert_int_eq(due_ns, CLOCK_NEVER);
    stop();
    ck_assert_int_eq(tools_open, 0);
    ck_assert_int_eq(discarded, 0);
}

/* Done in that order they are taken in the other one: the second hangs, so the third is not yet. */
CASE(the_last_one_submitted_is_done_first)
{
    char byte;

    start(NEVER_NS);
    submit_hanging(0, 0);
    submit(1, 0);
    jobs[2].hangs = true;
    submit(2, 0);
    submit(3, 0);
    release(0);
    ck_assert_int_eq(read(jobs[2].begun[0], &byte, 1), 1);
    ck_assert_int_eq(take() + take(), 0 + 3);
    release(2);
    ck_assert_int_eq(take() + take(), 1 + 2);
    stop();
}

CASE(a_worker_that_is_not_stuck_is_waited_for)
{
    const int64_t before_ns = clock_ns(CLOCK_MONOTONIC);
    int64_t due_ns;

    start(NEVER_NS);
    submit_hanging(0, 42);
    ck_assert_int_eq(worker_pool_poll(pool, &due_ns), POOL_WORKS);
    ck_assert_int_eq(poll_now(), POOL_WORKS);
    ck_assert_int_ge(due_ns, before_ns + NEVER_NS / 100);
    ck_assert_int_le(due_ns, clock_ns(CLOCK_MONOTONIC) + NEVER_NS);
    release(0);
    ck_assert_int_eq(take(), 0);
    stop();
}

/* It does not say that it reads what may keep it waiting, so it may take as long as it likes. */
CASE(a_long_job_is_not_stuck)
{
    start(AT_ONCE_NS);
    submit_hanging(0, 0);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(poll_now(), POOL_WORKS);
    release(0);
    ck_assert_int_eq(take(), 0);
    stop();
}

CASE(a_stuck_worker_is_left_behind)
{
    start(AT_ONCE_NS);
    submit_hanging(0, 42);
    submit(1, 0);
    wait_for(POOL_ABANDONED);
    ck_assert_int_eq(tools_open, 2);
    ck_assert_int_eq(take(), 1);
    ck_assert(!worker_pool_is_busy(pool));

    submit(1, 42);
    ck_assert_int_eq(take(), 1);
    ck_assert(!jobs[1].allowed);
    submit(1, 43);
    ck_assert_int_eq(take(), 1);
    ck_assert(jobs[1].allowed);

    release(0);
    wait_for_workers(1);
    ck_assert_int_eq(discarded, 1);
    ck_assert_ptr_null(worker_pool_take(pool));
    submit(1, 42);
    ck_assert_int_eq(take(), 1);
    ck_assert(jobs[1].allowed);
    stop();
}

CASE(only_so_many_are_left_behind)
{
    int64_t due_ns;

    start(AT_ONCE_NS);
    for (int i = 0; i < WORKERS_ABANDONED_MAX; i++) {
        submit_hanging(i, 100 + i);
        wait_for(POOL_ABANDONED);
    }
    submit_hanging(WORKERS_ABANDONED_MAX, 42);
    wait_for(POOL_STUCK);
    ck_assert_int_eq(worker_pool_poll(pool, &due_ns), POOL_STUCK);
    ck_assert_int_ne(due_ns, CLOCK_NEVER);
    ck_assert(worker_pool_is_busy(pool));

    release(3);
    wait_for(POOL_ABANDONED);
    submit(WORKERS_ABANDONED_MAX + 1, 103);
    ck_assert_int_eq(take(), WORKERS_ABANDONED_MAX + 1);
    ck_assert(jobs[WORKERS_ABANDONED_MAX + 1].allowed);
    for (int i = 0; i <= WORKERS_ABANDONED_MAX; i++)
        if (i != 3)
            release(i);
    wait_for_workers(1);
    ck_assert_int_eq(discarded, WORKERS_ABANDONED_MAX + 1);
    stop();
}

CASE(one_that_cannot_be_replaced_is_waited_for)
{
    start(AT_ONCE_NS);
    submit_hanging(0, 42);
    open_error = -EMFILE;
    wait_for(POOL_STUCK);
    ck_assert_int_eq(poll_now(), POOL_STUCK);
    release(0);
    ck_assert_int_eq(take(), 0);
    ck_assert_int_eq(tools_open, 1);
    stop();
}

/* To open takes as long as it likes; meanwhile nobody waits for it, and the stuck one may return.
 */
CASE(a_new_worker_opens_on_its_own_thread)
{
    start(AT_ONCE_NS);
    ck_assert(pthread_equal(opener, pthread_self()));
    sem_init(&opening, 0, 0);
    open_waits = true;
    submit_hanging(0, 42);
    submit(1, 0);
    wait_for(POOL_STUCK);
    ck_assert_int_eq(poll_now(), POOL_STUCK);
    ck_assert_int_eq(tools_open, 1);
    sem_post(&opening);
    wait_for(POOL_ABANDONED);
    ck_assert_int_eq(tools_open, 2);
    ck_assert(!pthread_equal(opener, pthread_self()));
    ck_assert_int_eq(take(), 1);

    /* This one returns before there is another, which then waits for the next time. */
    submit_hanging(2, 43);
    wait_for(POOL_STUCK);
    release(2);
    ck_assert_int_eq(take(), 2);
    sem_post(&opening);
    submit_hanging(3, 44);
    wait_for(POOL_ABANDONED);
    ck_assert_int_eq(tools_open, 3);
    release(0);
    release(3);
    wait_for_workers(1);
    stop();
}

CASE(it_says_why_it_cannot_start)
{
    struct buf why = {0};

    open_error = -EMFILE;
    ck_assert_int_eq(worker_pool_open(&ops, &jobs, &pool, &why), -EMFILE);
    BUF_CHECK(&why, "no tools");
}

CASE(jobs_that_nobody_took_end_with_it)
{
    start(NEVER_NS);
    for (int i = 0; i < 5; i++)
        submit(i, 0);
    stop();
    ck_assert_int_eq(discarded, 5);
    ck_assert_int_eq(tools_open, 0);
    ck_assert(worker_pool_close(NULL));
}

/* They stay as they are until the process ends, which does not wait for them either. */
CASE(the_end_waits_for_no_stuck_worker)
{
    start(AT_ONCE_NS);
    submit_hanging(0, 42);
    wait_for(POOL_ABANDONED);
    submit_hanging(1, 43);
    ck_assert(!worker_pool_close(pool));
    ck_assert_int_eq(tools_open, 2);
    ck_assert_int_eq(discarded, 0);
}

/* The pool and its owner stay for a worker that still opens its tools. */
CASE(the_end_waits_for_no_worker_that_opens)
{
    start(AT_ONCE_NS);
    sem_init(&opening, 0, 0);
    open_waits = true;
    submit_hanging(0, 42);
    wait_for(POOL_STUCK);
    release(0);
    ck_assert_int_eq(take(), 0);
    ck_assert(!worker_pool_close(pool));
    ck_assert(worker_pools_left_any());
    sem_post(&opening);
    WAIT_UNTIL (tools_open == 2, "%d workers", tools_open)
        continue;
}
