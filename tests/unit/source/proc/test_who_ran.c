/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The search for threads that have run, in a made-up process: it is known which threads run, and
 * counted which are asked.
 */
#include <string.h>

#include "lib/source/proc/history/who_ran.h"
#include "tests/common/random.h"
#include "tests/unit/run.h"

#define TGID     100
#define THREADS  1000
#define TICK_NS  10000000
#define SLACK_NS WHO_RAN_SLACK(TICK_NS)

/* What the search asks at once, before it looks at the time. */
#define ASKED_AT_ONCE 64

/* The process: of each thread what it has run, by place. */
static struct {
    struct task_id ids[THREADS];
    uint64_t run_ns[THREADS], read_ns[THREADS];
    uint64_t exited_ns;
    size_t asked;
    uint64_t runs_on_ns; /* so much the thread at this place runs whenever one is asked */
    size_t runs_on;
} process;

static struct who_ran who;

static uint64_t group_clock_ns(void)
{
    uint64_t sum = process.exited_ns;

    for (size_t i = 0; i < THREADS; i++)
        sum += process.run_ns[i];
    return sum;
}

static bool ask_thread(void *context, pid_t tid, uint64_t *ns)
{
    process.asked++;
    for (size_t i = 0; i < THREADS; i++) {
        if (process.ids[i].tid != tid)
            continue;
        *ns = process.run_ns[i];
        process.run_ns[process.runs_on] += process.runs_on_ns;
        return true;
    }
    return false;
}

static bool ask_process(void *context, uint64_t *ns)
{
    *ns = group_clock_ns();
    return true;
}

static struct run_clocks clocks;

static void take_ids(void)
{
    const struct id_span ids = {process.ids, THREADS};

    ck_assert_int_eq(who_ran_set(&who, &ids), 0);
}

/* As a scan does: threads that have run are read, and show their run time. */
static void read_threads(void)
{
    for (size_t i = 0; i < THREADS; i++) {
        struct run_thread *thread = &who.threads[i];

        if (!thread->ran)
            continue;
        process.read_ns[i] = process.run_ns[i];
        thread->figures.state = 'S';
        thread->figures.utime_ns = process.run_ns[i] / TICK_NS * TICK_NS;
        thread->ran = false;
    }
}

/* One search; how many were asked. */
static size_t find(void)
{
    const uint64_t used_ns = group_clock_ns();

    process.asked = 0;
    who_ran_begin(&who, &clocks, used_ns);
    who_ran_end(&who, &clocks, used_ns, true);
    read_threads();
    return process.asked;
}

/* How many show less than they have run, and by how much in all. */
static size_t count_missed(uint64_t *missed_ns)
{
    size_t missed = 0;

    *missed_ns = 0;
    for (size_t i = 0; i < THREADS; i++) {
        missed += process.read_ns[i] != process.run_ns[i];
        *missed_ns += process.run_ns[i] - process.read_ns[i];
    }
    return missed;
}

static void expect_none_missed(void)
{
    uint64_t ns;

    ck_assert_uint_eq(count_missed(&ns), 0);
}

/* All figures were read, and all threads asked then: the base. */
static void setup(void)
{
    memset(&process, 0, sizeof(process));
    clocks = (struct run_clocks){ask_thread, ask_process, NULL, SLACK_NS, 0};
    for (size_t i = 0; i < THREADS; i++) {
        process.ids[i] = (struct task_id){TGID, TGID + (pid_t)i};
        process.run_ns[i] = 1000 * i;
    }
    process.exited_ns = 123456789;
    take_ids();
    read_threads();
    ck_assert_uint_eq(find(), THREADS);
    ck_assert(who.has_baseline);
    ck_assert(who.is_exact);
}

static void teardown(void)
{
    who_ran_fini(&who);
}

FIXTURE(setup, teardown);

CASE(only_the_last_to_run_are_asked)
{
    const size_t active[] = {0, 7, 8, 500, THREADS - 1};
    const size_t count = sizeof(active) / sizeof(active[0]);

    for (int round = 0; round < 5; round++) {
        for (size_t i = 0; i < count; i++)
            process.run_ns[active[i]] += 1;
        if (round == 0)
            find();
        else
            ck_assert_uint_eq(find(), count);
        ck_assert(who.is_exact);
        expect_none_missed();
    }
    ck_assert_uint_eq(find(), 0);
}

/* Any of them may be the next to run: none is found late. */
CASE(a_rotating_pool_is_found_in_the_same_search)
{
    for (int round = 0; round < 500; round++) {
        for (unsigned i = random_below(4); i < 4; i++)
            process.run_ns[random_below(THREADS)] += 1 + random_below(5000000);
        ck_assert_uint_le(find(), THREADS);
        expect_none_missed();
        ck_assert_uint_eq(who.exited_ns, 123456789);
    }
}

/* What nobody else has run was run by threads that exited, to the nanosecond. */
CASE(time_of_exited_threads_is_known)
{
    for (unsigned round = 0; round < 10; round++) {
        process.exited_ns += 1000;
        process.run_ns[random_below(THREADS)] += 70;
        ck_assert_uint_eq(find(), THREADS);
        ck_assert_uint_eq(who.exited_ns, process.exited_ns);
        expect_none_missed();
    }
    ck_assert_uint_eq(find(), 0);
}

/* Where threads are not listed, nobody knows whose time it was: it is searched for again. */
CASE(time_of_unlisted_threads_is_not_that_of_exited_ones)
{
    uint64_t used_ns;

    process.exited_ns += 1000;
    used_ns = group_clock_ns();
    who_ran_begin(&who, &clocks, used_ns);
    who_ran_end(&who, &clocks, used_ns, false);
    ck_assert(!who.is_exact);
    ck_assert_uint_eq(who.exited_ns, 123456789);
    ck_assert_uint_eq(find(), THREADS);
    ck_assert_uint_eq(who.exited_ns, process.exited_ns);
}

/* The thread at `place` exits, having run on, and a new one takes its place. */
static void replace_thread(size_t place)
{
    const size_t rest = THREADS - 1 - place;

    process.exited_ns += process.run_ns[place] + 50;
    memmove(&process.ids[place], &process.ids[place + 1], rest * sizeof(process.ids[0]));
    memmove(&process.run_ns[place], &process.run_ns[place + 1], rest * sizeof(uint64_t));
    memmove(&process.read_ns[place], &process.read_ns[place + 1], rest * sizeof(uint64_t));
    process.ids[THREADS - 1].tid++;
    process.run_ns[THREADS - 1] = 70;
    process.read_ns[THREADS - 1] = 0;
}

/* In their rows they have shown whole ticks: the rest is that of exited threads, once. */
CASE(threads_that_come_and_go_hide_none)
{
    uint64_t shown_ns = 0;

    for (int round = 0; round < 200; round++) {
        const size_t place = 1 + random_below(THREADS - 1);

        process.run_ns[place] += random_below(3 * TICK_NS);
        find();
        shown_ns += process.run_ns[place] / TICK_NS * TICK_NS;
        replace_thread(place);
        take_ids();
        process.run_ns[random_below(THREADS)] += 30;
        find();
        expect_none_missed();
        ck_assert_uint_eq(who.exited_ns + shown_ns, process.exited_ns);
    }
}

/* On a busy host threads run on while others are asked, and may stand for their time. */
CASE(threads_that_run_on_hide_less_than_a_tick)
{
    uint64_t missed_ns;

    process.runs_on = 1;
    process.runs_on_ns = 1000;
    for (int round = 0; round < 300; round++) {
        process.run_ns[random_below(THREADS)] += random_below(2000000);
        find();
        process.read_ns[process.runs_on] = process.run_ns[process.runs_on];
        count_missed(&missed_ns);
        ck_assert_uint_lt(missed_ns, TICK_NS);
        ck_assert_uint_eq(who.exited_ns, 123456789);
    }
    process.runs_on_ns = 0;
    for (int round = 0; round < 2; round++)
        process.run_ns[1]++, find();
    ck_assert_uint_eq(find(), 0);
}

/* If they run on for longer, all are asked each time, and none is missed. */
CASE(threads_that_run_on_for_long_hide_none)
{
    process.runs_on = 1;
    process.runs_on_ns = SLACK_NS;
    for (int round = 0; round < 20; round++) {
        process.run_ns[2 + random_below(THREADS - 2)] += 100 + random_below(100);
        find();
        process.read_ns[process.runs_on] = process.run_ns[process.runs_on];
        expect_none_missed();
        ck_assert_uint_eq(who.exited_ns, 123456789);
    }
}

/* Or where the answer has to be exact: who has not run still waits for the same. */
CASE(an_exact_answer_asks_all)
{
    clocks.slack_ns = 0;
    process.runs_on = 1;
    process.runs_on_ns = 1;
    for (int round = 0; round < 20; round++) {
        process.run_ns[2 + random_below(THREADS - 2)] += 100 + random_below(100);
        find();
        ck_assert(who.is_exact);
        process.read_ns[process.runs_on] = process.run_ns[process.runs_on];
        expect_none_missed();
    }
}

/* None stays out of more than two searches, whatever time these have. */
CASE(who_is_not_asked_is_asked_soon)
{
    uint64_t ns;

    clocks.until_ns = 1;
    for (size_t i = 0; i < THREADS; i++)
        process.run_ns[i] += 1 + random_below(100);
    ck_assert_uint_eq(find(), ASKED_AT_ONCE);
    ck_assert_uint_eq(who.unread_count, THREADS - ASKED_AT_ONCE);
    ck_assert_uint_eq(count_missed(&ns), THREADS - ASKED_AT_ONCE);
    ck_assert(!who.is_exact);
    find();
    ck_assert_uint_eq(count_missed(&ns), THREADS - 2 * ASKED_AT_ONCE);
    find();
    ck_assert_uint_eq(who.unread_count, 0);
    expect_none_missed();
    ck_assert_uint_eq(who.exited_ns, 123456789);

    process.exited_ns += 5;
    find();
    ck_assert_uint_eq(who.exited_ns, 123456789);
    ck_assert_uint_gt(who.unread_count, 0);
}

/* As when an ID is given again at once, or a thread that starts a program takes its leader's. */
CASE(another_thread_with_the_id_of_one_has_run)
{
    process.run_ns[900] += 1;
    find();
    process.exited_ns += process.run_ns[900];
    process.run_ns[900] = 5;
    ck_assert_uint_eq(find(), 1);
    expect_none_missed();
    process.run_ns[900] = 6;
    ck_assert_uint_eq(find(), 1);
    expect_none_missed();
}

CASE(the_leader_stands_before_lower_numbers)
{
    struct task_id ids[] = {{50, 50}, {50, 7}, {50, 9}, {50, 60}};
    struct id_span span = {ids, 4};

    who_ran_fini(&who);
    ck_assert_int_eq(who_ran_set(&who, &span), 0);
    for (size_t i = 0; i < 4; i++) {
        ck_assert(who.threads[i].ran);
        who.threads[i].ran = false;
        who.threads[i].run_ns = 10 + i;
    }
    ids[1].tid = 8;
    ids[3].tid = 61;
    ck_assert_int_eq(who_ran_set(&who, &span), 0);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(who.ids[i].tid, ids[i].tid);
        ck_assert_int_eq(who.threads[i].ran, i % 2);
        ck_assert_uint_eq(who.threads[i].run_ns, i % 2 ? 0 : 10 + i);
    }
}

/* --- the example of who_ran.h --- */

#define MS 1000000

/* What reading threads A and B and the clock of their process returns, in ms. */
struct example {
    uint64_t a, b, clock;
    unsigned asked;
};

static bool example_thread(void *context, pid_t tid, uint64_t *ns)
{
    struct example *example = context;

    example->asked++;
    *ns = (tid == TGID ? example->a : example->b) * MS;
    return true;
}

static bool example_process(void *context, uint64_t *ns)
{
    const struct example *example = context;

    *ns = example->clock * MS;
    return true;
}

/* A search with the clock at `used` at its begin, and then as in the example. */
static unsigned find_in(struct example example, uint64_t used)
{
    const struct run_clocks own = {example_thread, example_process, &example, 5 * MS, 0};

    who_ran_begin(&who, &own, used * MS);
    who_ran_end(&who, &own, used * MS, true);
    return example.asked;
}

static void expect_bounds(uint64_t explained, uint64_t unseen, uint64_t maybe_exited,
                          int64_t exited)
{
    ck_assert_uint_eq(who.explained_ns, explained * MS);
    ck_assert_uint_eq(who.unseen_ns, unseen * MS);
    ck_assert_uint_eq(who.maybe_exited_ns, maybe_exited * MS);
    ck_assert_int_eq(who.exited_ns, exited * MS);
}

static void begin_example(void)
{
    struct task_id ids[] = {{TGID, TGID}, {TGID, TGID + 1}};
    const struct id_span span = {ids, 2};

    who_ran_fini(&who);
    ck_assert_int_eq(who_ran_set(&who, &span), 0);
}

CASE(the_bounds_are_as_in_the_example)
{
    begin_example();
    ck_assert_uint_eq(find_in((struct example){40, 30, 101, 0}, 100), 2);
    expect_bounds(101, 1, 0, 30);
    ck_assert_uint_eq(find_in((struct example){65, 30, 125, 0}, 125), 1);
    expect_bounds(126, 1, 0, 30);
}

static const struct {
    uint64_t a, clock, explained, maybe_exited;
    int64_t exited;
} continuations[] = {{50, 110, 110, 10, 30}, {40, 110, 110, 0, 30}, {40, 117, 117, 0, 37}};

LOOP(more_than_the_slack_is_as_in_the_example, COUNT_OF(continuations))
{
    begin_example();
    ck_assert_uint_eq(find_in((struct example){40, 30, 110, 0}, 100), 2);
    expect_bounds(100, 0, 10, 30);
    find_in((struct example){continuations[_i].a, 30, continuations[_i].clock, 0},
            continuations[_i].clock);
    expect_bounds(continuations[_i].explained, 0, continuations[_i].maybe_exited,
                  continuations[_i].exited);
}
