/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whatever pattern threads run in, scans that read only those that ran show what each has run, in
 * the first scan after it, and exited threads have run only what they have: of processes whose
 * threads work when they are told to, held against their schedstat once all sleep again.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/ended/ended.h"
#include "lib/source/proc/history/who_ran.h"
#include "lib/source/source.h"
#include "tests/common/child.h"
#include "tests/common/cpu.h"
#include "tests/common/event.h"
#include "tests/common/random.h"
#include "tests/common/small_thread.h"
#include "tests/common/wait.h"
#include "tests/unit/run.h"
#include "tests/unit/source/proc/recall_fixture.h"

#define POOLS_MAX   64
#define THREADS_MAX 512 /* of a pool */

#ifdef __SANITIZE_ADDRESS__
#define LARGE_POOL 32 /* each has a stack of its own in the sanitizer, too */
#else
#define LARGE_POOL 80
#endif

/* A process, in memory that it shares with the test. */
struct pool {
    pid_t pid;
    size_t count;            /* of threads, the leader aside */
    sem_t work[THREADS_MAX]; /* one for each */
    int64_t ns[THREADS_MAX]; /* to be run then */
    int64_t first_ns;        /* run by each at first */
    sem_t brief;             /* for the leader: has a new thread run for so long, and exit */
    int64_t brief_ns;
    sem_t done; /* by whoever has worked */
};

struct member {
    struct pool *pool;
    size_t index;
};

static struct pool *pools;
static size_t pool_count;
static pid_t pids[POOLS_MAX];
static struct ended *ended;
static struct snapshot ended_rows;

/* --- the processes --- */

static void *work(void *argument)
{
    const struct member member = *(struct member *)argument;
    struct pool *pool = member.pool;

    free(argument);
    use_cpu_ns(pool->first_ns);
    for (;;) {
        event_wait(&pool->work[member.index]);
        use_cpu_ns(pool->ns[member.index]);
        sem_post(&pool->done);
    }
    return NULL;
}

static void *work_once(void *pool)
{
    use_cpu_ns(((struct pool *)pool)->brief_ns);
    return NULL;
}

static void be_pool(int ready, void *argument)
{
    struct pool *pool = argument;
    pthread_t thread;

    for (size_t i = 0; i < pool->count; i++) {
        struct member *member = malloc(sizeof(*member));

        if (!member)
            _exit(EXIT_FAILURE);
        *member = (struct member){pool, i};
        if (!small_thread_start(&thread, work, member))
            _exit(EXIT_FAILURE);
    }
    if (!child_say_ready(ready))
        return;
    for (;;) {
        event_wait(&pool->brief);
        if (!small_thread_start(&thread, work_once, pool) || pthread_join(thread, NULL) != 0)
            _exit(EXIT_FAILURE);
        sem_post(&pool->done);
    }
}

static bool start_pools(size_t count, size_t threads, int64_t first_ns)
{
    for (; pool_count < count; pool_count++) {
        struct pool *pool = &pools[pool_count];

        *pool = (struct pool){.count = threads, .first_ns = first_ns};
        for (size_t i = 0; i < threads; i++)
            sem_init(&pool->work[i], 1, 0);
        sem_init(&pool->brief, 1, 0);
        sem_init(&pool->done, 1, 0);
        pool->pid = child_start(be_pool, pool);
        if (pool->pid < 0)
            return false;
        pids[pool_count] = pool->pid;
    }
    return true;
}

static void setup(void)
{
    const struct ended_options options = {.threads = true, .snapshots_only = true};
    struct buf why = {0};

    recall_setup();
    snapshot_init(&ended_rows);
    ck_assert_int_eq(ended_open(&options, &ended, &why), 0);
    buf_fini(&why);
    pools = child_share(POOLS_MAX * sizeof(*pools));
    pool_count = 0;
}

static void teardown(void)
{
    while (pool_count > 0)
        child_end(pids[--pool_count]);
    munmap(pools, POOLS_MAX * sizeof(*pools));
    ended_close(ended);
    snapshot_fini(&ended_rows);
    recall_teardown();
}

FIXTURE(setup, teardown);

/* --- scans --- */

static void scan(struct source *source, struct snapshot *snapshot, int64_t search_ns)
{
    const struct scan_request request = {
        .rows = ROWS_THREADS,
        .need = NEED_STAT | NEED_COMM | NEED_GROUP_CPU,
        .only = pids,
        .only_count = pool_count,
        .again = source == recalling,
        .search_ns = search_ns,
    };

    ck_assert_int_eq(source_scan(source, &request, snapshot), 0);
}

/* What exited threads have run by the last snapshot of the recalling source. */
static uint64_t take_ended_ns(void)
{
    uint64_t ns = 0;

    ck_assert_int_eq(ended_update(ended, &kept), 0);
    snapshot_clear(&ended_rows);
    ck_assert_int_eq(ended_put_rows(ended, &ended_rows), 0);
    for (size_t i = 0; i < ended_rows.count; i++)
        ns += ended_rows.tasks[i].utime_ns;
    return ns;
}

static uint64_t schedstat_ns(const struct task *task)
{
    char path[64], text[64] = "";
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%d/task/%d/schedstat", task->tgid, task->tid);
    file = fopen(path, "re");
    if (!file)
        return 0;
    ck_assert_ptr_nonnull(fgets(text, sizeof(text), file));
    fclose(file);
    return strtoull(text, NULL, 10);
}

static uint64_t clocks_ns(void)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < pool_count; i++) {
        uint64_t ns;

        ck_assert(process_clock_read(pids[i], &ns));
        sum += ns;
    }
    return sum;
}

static bool is_quiet(void)
{
    const uint64_t before_ns = clocks_ns();

    scan(plain, &fresh, 0);
    return do_all_sleep(&fresh) && before_ns == clocks_ns();
}

/* Until all threads sleep: then `fresh` has what there is, and stays true. */
static void wait_for_sleep(void)
{
    WAIT_UNTIL (is_quiet(), "%zu threads, all asleep: %d", fresh.count, do_all_sleep(&fresh))
        continue;
}

static uint64_t cpu_ns(const struct task *task)
{
    return task->utime_ns + task->stime_ns;
}

/* User and system time are each cut to ticks. */
static void check_thread(const struct task *task, const struct task *as_read)
{
    const uint64_t run_ns = schedstat_ns(task);

    ck_assert(is_same_task(task, as_read));
    ck_assert_str_eq(task->comm, as_read->comm);
    ck_assert_uint_eq(task->minflt, as_read->minflt);
    ck_assert_int_eq(task->process->nlwp, as_read->process->nlwp);
    ck_assert_msg(cpu_ns(task) <= run_ns && run_ns < cpu_ns(task) + 2 * (uint64_t)ns_per_tick(),
                  "%d of %d shows %lu us of %lu", task->tid, task->tgid,
                  (unsigned long)(cpu_ns(task) / 1000), (unsigned long)(run_ns / 1000));
    ck_assert_uint_eq(cpu_ns(task), cpu_ns(as_read));
}

/* Right in the frame that comes next: of every thread, also of those that did not run. */
static void check_frame(void)
{
    wait_for_sleep();
    scan(recalling, &kept, 0);
    ck_assert_uint_eq(kept.unasked, 0);
    ck_assert_uint_eq(kept.count, fresh.count);
    for (size_t i = 0; i < kept.count; i++)
        if (kept.tasks[i].kind == TASK_THREAD)
            check_thread(&kept.tasks[i], &fresh.tasks[i]);
}

/* --- patterns --- */

static void start_work(size_t pool, size_t thread, int64_t ns)
{
    pools[pool].ns[thread] = ns;
    sem_post(&pools[pool].work[thread]);
}

/*
 * Has that many threads of each pool run for so long: from the last to the first one, so that the
 * next is always the one that has slept for longest; or any of them, each for as long at most.
 */
static void run_some(size_t count, size_t *next, int64_t ns)
{
    for (size_t i = 0; i < pool_count; i++) {
        const size_t threads = pools[i].count;

        for (size_t j = 0; j < count; j++) {
            if (next)
                start_work(i, threads - 1 - (*next + j) % threads, ns);
            else
                start_work(i, random_below((unsigned)threads),
                           1 + random_below((unsigned)(ns / 1000)) * 1000L);
        }
    }
    for (size_t i = 0; i < pool_count; i++)
        for (size_t j = 0; j < count; j++)
            event_wait(&pools[i].done);
    if (next)
        *next += count;
}

/* With LARGE in the environment, as in ./dev nightly, so many times the threads and rounds. */
#define LARGE 3

static size_t enlarged(size_t number)
{
    return getenv("LARGE") ? LARGE * number : number;
}

/* All that a thread runs in a round shows in its row: it comes to a tick, or so does what it had.
 */
struct pattern {
    const char *name;
    size_t pools, threads; /* at most THREADS_MAX / LARGE */
    int64_t first_ns;      /* run by each thread at first */
    size_t rounds, every;  /* with a pause of so many */
    size_t running;        /* threads of each pool, in a round */
    bool in_turn;          /* else any of them */
    int64_t ns;            /* each */
};

static const struct pattern patterns[] = {
    {"a pool in rotation", 1, 170, 6 * NS_PER_MS, 30, 1, 1, true, 5 * NS_PER_MS},
    {"a few in rotation", 1, 170, 0, 10, 1, 7, true, 11 * NS_PER_MS},
    {"bursts", 1, 170, 0, 8, 4, 50, true, 11 * NS_PER_MS},
    {"any workers", 1, 170, 0, 15, 1, 10, false, 20 * NS_PER_MS},
    {"all of them", 1, 70, 0, 3, 1, 70, true, 11 * NS_PER_MS},
    {"many pools", POOLS_MAX, LARGE_POOL, 0, 2, 1, 1, false, 20 * NS_PER_MS},
};

LOOP(what_a_thread_has_run_is_in_the_next_frame, COUNT_OF(patterns))
{
    const struct pattern *pattern = &patterns[_i];
    size_t next = 0;

    if (!start_pools(pattern->pools, enlarged(pattern->threads), pattern->first_ns)) {
        leave_out(pattern->name, "so many threads are not allowed here");
        return;
    }
    check_frame();
    take_ended_ns();
    for (size_t round = 0; round < enlarged(pattern->rounds); round++) {
        if (round % pattern->every == 0)
            run_some(pattern->running, pattern->in_turn ? &next : NULL, pattern->ns);
        check_frame();
        ck_assert_uint_eq(take_ended_ns(), 0);
    }
}

/* What the living have run, of those in a snapshot. */
static uint64_t living_ns(const struct snapshot *snapshot)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < snapshot->count; i++)
        if (snapshot->tasks[i].kind == TASK_THREAD)
            sum += schedstat_ns(&snapshot->tasks[i]);
    return sum;
}

/* Of threads that no scan has seen, while others run, too. */
CASE(what_exited_threads_have_run_is_theirs)
{
    uint64_t before_ns;

    ck_assert(start_pools(1, 100, 0));
    for (int i = 0; i < 2; i++) { /* reads all, asks all */
        run_some(1, NULL, NS_PER_MS);
        check_frame();
        take_ended_ns();
    }
    before_ns = clocks_ns() - living_ns(&kept);
    for (int round = 0; round < 20; round++) {
        uint64_t exited_ns;

        pools[0].brief_ns = 1 + random_below(10 * NS_PER_MS);
        sem_post(&pools[0].brief);
        event_wait(&pools[0].done);
        run_some(3, NULL, 5 * NS_PER_MS);
        check_frame();
        exited_ns = clocks_ns() - living_ns(&kept) - before_ns;
        ck_assert_uint_gt(exited_ns, 0);
        ck_assert_uint_eq(take_ended_ns(), exited_ns);
        before_ns += exited_ns;
    }
}

static size_t count_late(void)
{
    size_t late = 0;

    for (size_t i = 0; i < kept.count; i++)
        late +=
            kept.tasks[i].kind == TASK_THREAD && cpu_ns(&kept.tasks[i]) != cpu_ns(&fresh.tasks[i]);
    return late;
}

/* So many that they are not all asked at once. */
#define LATE_POOL 200

/* With no time to ask all: the frame says so, and soon is right nevertheless. */
CASE(who_is_late_is_counted_and_soon_right)
{
    size_t next = 0;
    unsigned scans = 0;

    ck_assert(start_pools(1, LATE_POOL, 0));
    for (int i = 0; i < 2; i++)
        check_frame();
    run_some(LATE_POOL, &next, ns_per_tick());
    wait_for_sleep();
    for (;; scans++) {
        scan(recalling, &kept, 1);
        ck_assert_uint_le(count_late(), kept.unasked);
        if (kept.unasked == 0)
            break;
        ck_assert_uint_lt(scans, WHO_RAN_LATE_MAX);
    }
    ck_assert_uint_eq(scans, WHO_RAN_LATE_MAX);
    ck_assert_uint_eq(count_late(), 0);
}
