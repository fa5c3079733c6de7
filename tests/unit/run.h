/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_RUN_H
#define DOTPROC_TESTS_UNIT_RUN_H

/* What every unit test's main() does. */

#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* Seconds for a case, instead of check's four: far more than any takes on the busiest host. */
#define CASE_LIMIT "1500"

/* If a test is cut off, so are its cases and their children. */
static inline void end_with_parent(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/* Before any case is made, for check asks then. */
__attribute__((constructor)) static void set_up_cases(void)
{
    setenv("CK_DEFAULT_TIMEOUT", CASE_LIMIT, 0);
    pthread_atfork(NULL, NULL, end_with_parent);
}

/* Whether another processor is emulated here (tests/nightly/distros/arch), process by process. */
static inline bool is_emulated(void)
{
    return getenv("DOTPROC_EMULATOR") != NULL;
}

/* Prints what is left out, and why, on a line that tests/harness/count.awk counts as skipped. */
static inline void leave_out(const char *what, const char *why)
{
    printf("left out: %s: %s\n", what, why);
    fflush(stdout);
}

/* A test program is one line, or main() with RUN_TESTS() where something has to be done before:
 *
 *     TESTS("select", CASE(nothing_selects_all), LOOP(selects, COUNT_OF(cases)))
 *
 * CASE(f) is a START_TEST(f), LOOP(f, n) one that is made n times, for _i from 0, CRASH(f, signal)
 * one that has to end by a signal. FIXTURE(before, after) is around each case that follows, until
 * the next FIXTURE(), FIXTURE_ONCE(before, after) around all of them; either function may be NULL.
 * What may be impossible here is `possible ? CASE(f) : leave_out(what, why)`. */
#define TESTS(name, ...)                     \
    int main(void)                           \
    {                                        \
        return RUN_TESTS(name, __VA_ARGS__); \
    }
#define RUN_TESTS(name, ...)    (run_begin(name), __VA_ARGS__, run_end())
#define CASE(function)          tcase_add_test(run_cases, function)
#define LOOP(function, count)   tcase_add_loop_test(run_cases, function, 0, count)
#define CRASH(function, signal) tcase_add_test_raise_signal(run_cases, function, signal)
#define FIXTURE(before, after)  (run_add(), tcase_add_checked_fixture(run_cases, before, after))
#define FIXTURE_ONCE(before, after) \
    (run_add(), tcase_add_unchecked_fixture(run_cases, before, after))

/* What is being put together. */
static const char *run_name;
static Suite *run_suite;
static TCase *run_cases;

static inline void run_add(void)
{
    run_cases = tcase_create(run_name);
    suite_add_tcase(run_suite, run_cases);
}

static inline void run_begin(const char *name)
{
    run_name = name;
    run_suite = suite_create(name);
    run_add();
}

/* Runs them; the exit status for main(). */
static inline int run_end(void)
{
    SRunner *runner = srunner_create(run_suite);
    int failed;

    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
