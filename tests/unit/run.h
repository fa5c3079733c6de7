/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_RUN_H
#define DOTPROC_TESTS_UNIT_RUN_H

/*
 * Cases of a test program, which are run in the order of their lines. main() is that of main.c, or
 * one that returns run_tests() where something has to be done before.
 *
 *     FIXTURE(set_up, tear_down);    around each case below it, until the next; either may be NULL
 *     CASE(nothing_selects_all)      in the place of check's START_TEST()
 *     LOOP(selects, COUNT_OF(cases)) made so many times, for _i from 0
 *     CRASH(a_closed_file, SIGABRT)  has to end by a signal
 *
 * What may be impossible here is LOOP(f, is_possible() ? 1 : leave_out(what, why)).
 */

#include <check.h>
#include <stdbool.h>
#include <sys/resource.h>

#include "lib/base/buf.h"

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* Checks the text, and frees it. */
#define BUF_CHECK(buf, text)                     \
    do {                                         \
        ck_assert_str_eq(buf_text(buf), (text)); \
        buf_fini(buf);                           \
    } while (0)

/* Runs all; the exit status for main(). */
int run_tests(void);

/* No more descriptors than so many; the limit before, to go back to. */
rlim_t limit_descriptors(rlim_t count);

/* Whether another processor is emulated here (tests/nightly/distros/arch), process by process. */
bool is_emulated(void);

/* Prints what is left out, and why, on a line that tests/harness/count.awk counts as skipped; 0. */
int leave_out(const char *what, const char *why);

#define FIXTURE(before, after)                                   \
    RUN_STEP(__LINE__)                                           \
    {                                                            \
        run_add_cases();                                         \
        tcase_add_checked_fixture(run_cases, (before), (after)); \
    }                                                            \
    struct run_step
#define CASE(name)          RUN_CASE(name, tcase_add_test(run_cases, name))
#define LOOP(name, count)   RUN_CASE(name, tcase_add_loop_test(run_cases, name, 0, (count)))
#define CRASH(name, signal) RUN_CASE(name, tcase_add_test_raise_signal(run_cases, name, (signal)))

#define RUN_CASE(name, add)   \
    static const TTest *name; \
    RUN_STEP(__LINE__)        \
    {                         \
        (add);                \
    }                         \
    START_TEST(name)

/* What follows is the body of a function, called when the cases are put together. */
#define RUN_STEP(at) RUN_STEP_AT(at)
#define RUN_STEP_AT(at)                                                     \
    static void run_step_##at(void);                                        \
    __attribute__((constructor)) static void run_note_##at(void)            \
    {                                                                       \
        static struct run_step step = {.line = (at), .add = run_step_##at}; \
                                                                            \
        run_note(&step);                                                    \
    }                                                                       \
    static void run_step_##at(void)

struct run_step {
    int line;
    void (*add)(void);
    struct run_step *next;
};

extern TCase *run_cases;

void run_note(struct run_step *step);
void run_add_cases(void);

#endif
