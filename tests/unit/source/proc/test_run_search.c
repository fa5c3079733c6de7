/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The search for threads that have run, in a made-up process: it is known which threads run, and
 * counted which are asked.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "lib/source/proc/history/run_search.h"
#include "tests/unit/run.h"

#define TGID    100
#define THREADS 1000
#define TICK_NS 10000000

/* More than any search may ask of those asleep, unless it saved that up. */
#define SLEEPERS_ASKED (THREADS / 8 + 16)

/* So many searches are enough to come round. */
#define ROUND 10

/* The process: of each thread what it has run, by place. */
static struct {
    struct task_id ids[THREADS];
    uint64_t run_ns[THREADS], read_ns[THREADS];
    uint64_t dead_ns;
    size_t asked;
    uint64_t runs_on_ns; /* so much the thread in front runs whenever one is asked */
} process;

static struct run_search search;

static uint64_t group_clock_ns(void)
{
    uint64_t sum = process.dead_ns;

    for (size_t i = 0; i < THREADS; i++)
        sum += process.run_ns[i];
    return sum;
}

static bool ask_thread(void *context, pid_t tid, uint64_t *ns)
{
    (void)context;
    process.asked++;
    process.run_ns[1] += process.runs_on_ns;
    for (size_t i = 0; i < THREADS; i++) {
        if (process.ids[i].tid != tid)
            continue;
        *ns = process.run_ns[i];
        return true;
    }
    return false;
}

static bool ask_process(void *context, uint64_t *ns)
{
    (void)context;
    *ns = group_clock_ns();
    return true;
}

static const struct run_clocks clocks = {ask_thread, ask_process, NULL, TICK_NS};

static void take_ids(void)
{
    const struct id_span ids = {process.ids, THREADS};

    ck_assert_int_eq(run_search_set(&search, &ids), 0);
}

/* As a scan does: threads that have run are read, and show their run time. */
static void read_threads(void)
{
    for (size_t i = 0; i < THREADS; i++) {
        struct run_thread *thread = &search.threads[i];

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
    run_search_front(&search, &clocks, used_ns);
    run_search_rest(&search, &clocks, used_ns);
    read_threads();
    return process.asked;
}

/* How many show less than they have run. */
static size_t count_missed(void)
{
    size_t missed = 0;

    for (size_t i = 0; i < THREADS; i++)
        missed += process.read_ns[i] != process.run_ns[i];
    return missed;
}

static void setup(void)
{
    memset(&process, 0, sizeof(process));
    for (size_t i = 0; i < THREADS; i++) {
        process.ids[i] = (struct task_id){TGID, TGID + (pid_t)i};
        process.run_ns[i] = 1000 * i;
    }
    process.dead_ns = 123456789;
    take_ids();
    read_threads();
    run_search_base(&search, &clocks);
    for (int i = 0; i < ROUND; i++) { /* may save up */
        process.run_ns[1] += TICK_NS;
        find();
    }
}

static void teardown(void)
{
    run_search_fini(&search);
}

START_TEST(only_the_last_to_run_is_asked)
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
        ck_assert_uint_eq(count_missed(), 0);
    }
    ck_assert_uint_eq(find(), 0);
}
END_TEST

START_TEST(a_late_waker_is_found)
{
    for (size_t i = 0; i < THREADS; i += 37) {
        size_t searches = 0;

        process.run_ns[i] += 5;
        while (count_missed() > 0) {
            ck_assert_uint_le(find(), search.front + THREADS);
            ck_assert_uint_le(++searches, ROUND);
        }
    }
}
END_TEST

/* In the end it is known that no living thread can explain it. */
START_TEST(time_of_ended_threads_is_searched_for_once)
{
    size_t asked = 1;
    int i;

    process.dead_ns += 1000;
    for (i = 0; asked > 0 && i < 2 * ROUND; i++)
        asked = find();
    ck_assert_uint_eq(asked, 0);
    process.run_ns[3]++;
    for (i = 0; count_missed() > 0 && i < ROUND; i++)
        find();
    ck_assert_uint_eq(count_missed(), 0);
}
END_TEST

/* Each time a thread ends, having run, and another one takes its place. */
START_TEST(threads_that_come_and_go_hide_none)
{
    unsigned seed = 1;

    for (int round = 0; round < 200; round++) {
        const size_t place = 1 + (seed = seed * 1103515245 + 12345) / 65536 % (THREADS - 1);
        const size_t runs = (seed = seed * 1103515245 + 12345) / 65536 % THREADS;

        process.dead_ns += process.run_ns[place] + 50;
        memmove(&process.ids[place], &process.ids[place + 1],
                (THREADS - 1 - place) * sizeof(process.ids[0]));
        memmove(&process.run_ns[place], &process.run_ns[place + 1],
                (THREADS - 1 - place) * sizeof(uint64_t));
        memmove(&process.read_ns[place], &process.read_ns[place + 1],
                (THREADS - 1 - place) * sizeof(uint64_t));
        process.ids[THREADS - 1].tid++;
        process.run_ns[THREADS - 1] = 70;
        process.read_ns[THREADS - 1] = 0;
        take_ids();
        process.run_ns[runs] += 30;
        ck_assert_uint_le(find(), search.front + SLEEPERS_ASKED + THREADS);
        ck_assert_uint_eq(process.read_ns[THREADS - 1], process.run_ns[THREADS - 1]);
    }
    /* Behind all that, in some rounds nobody is missed. */
    for (int i = 0; i < 4 * ROUND; i++) {
        process.run_ns[1] += 1000000;
        find();
    }
    ck_assert_uint_eq(count_missed(), 0);
}
END_TEST

/* A search costs no more if all sleeping threads would have to be asked time and again. */
START_TEST(searches_have_a_limit)
{
    size_t asked = 0;

    for (int round = 0; round < 5 * ROUND; round++) {
        process.dead_ns += 1000;
        asked += find();
    }
    ck_assert_uint_le(asked, THREADS + 5 * ROUND * SLEEPERS_ASKED);
}
END_TEST

/* On a busy host the clock has gone on when a thread is asked. */
START_TEST(time_used_meanwhile_hides_no_more_than_itself)
{
    const uint64_t woken_ns = 1000000;
    int round;

    process.runs_on_ns = 1000;
    for (round = 0; round < 3 * ROUND; round++)
        find();
    process.run_ns[700] += woken_ns;
    for (round = 0; process.read_ns[700] != process.run_ns[700] && round < 3 * ROUND; round++)
        find();
    ck_assert_uint_eq(process.read_ns[700], process.run_ns[700]);
    /* Nor are there searches without end. */
    for (round = 0; round < 3 * ROUND; round++)
        find();
    ck_assert_uint_le(find(), 2);
}
END_TEST

/* As when a number is given again at once, or a thread that starts a program takes its leader's. */
START_TEST(another_thread_with_the_number_of_one_has_run)
{
    process.run_ns[900] += 1;
    while (count_missed() > 0)
        find();
    process.dead_ns += process.run_ns[900];
    process.run_ns[900] = 5;
    ck_assert_uint_eq(find(), 1);
    ck_assert_uint_eq(count_missed(), 0);
    process.run_ns[900] = 6;
    ck_assert_uint_eq(find(), 1);
    ck_assert_uint_eq(count_missed(), 0);
}
END_TEST

START_TEST(the_leader_stands_before_lower_numbers)
{
    struct task_id ids[] = {{50, 50}, {50, 7}, {50, 9}, {50, 60}};
    struct id_span span = {ids, 4};

    run_search_fini(&search);
    ck_assert_int_eq(run_search_set(&search, &span), 0);
    for (size_t i = 0; i < 4; i++) {
        ck_assert(search.threads[i].ran);
        search.threads[i].ran = false;
        search.threads[i].run_ns = 10 + i;
    }
    ids[1].tid = 8;
    ids[3].tid = 61;
    ck_assert_int_eq(run_search_set(&search, &span), 0);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(search.ids[i].tid, ids[i].tid);
        ck_assert_int_eq(search.threads[i].ran, i % 2);
        ck_assert_uint_eq(search.threads[i].run_ns, i % 2 ? 0 : 10 + i);
    }
}
END_TEST

static Suite *suite(void)
{
    TCase *tests = tcase_create("run_search");
    Suite *suite = suite_create("run_search");

    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, only_the_last_to_run_is_asked);
    tcase_add_test(tests, a_late_waker_is_found);
    tcase_add_test(tests, time_of_ended_threads_is_searched_for_once);
    tcase_add_test(tests, threads_that_come_and_go_hide_none);
    tcase_add_test(tests, searches_have_a_limit);
    tcase_add_test(tests, time_used_meanwhile_hides_no_more_than_itself);
    tcase_add_test(tests, another_thread_with_the_number_of_one_has_run);
    tcase_add_test(tests, the_leader_stands_before_lower_numbers);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return run_suite(suite());
}
