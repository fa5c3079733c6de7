/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/run.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>

/* Seconds for a case, instead of check's four: far more than any takes on the busiest host. */
#define CASE_LIMIT "1500"

TCase *run_cases;
static Suite *suite;
static struct run_step *steps;

bool is_emulated(void)
{
    return getenv("DOTPROC_EMULATOR") != NULL;
}

int leave_out(const char *what, const char *why)
{
    printf("left out: %s: %s\n", what, why);
    fflush(stdout);
    return 0;
}

rlim_t limit_descriptors(rlim_t count)
{
    struct rlimit limit;
    rlim_t before;

    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    before = limit.rlim_cur;
    limit.rlim_cur = count;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    return before;
}

/* Constructors of a file are called in any order. */
void run_note(struct run_step *step)
{
    struct run_step **at = &steps;

    while (*at && (*at)->line < step->line)
        at = &(*at)->next;
    step->next = *at;
    *at = step;
}

void run_add_cases(void)
{
    run_cases = tcase_create(program_invocation_short_name);
    suite_add_tcase(suite, run_cases);
}

/* If a test is cut off, so are its cases and their children. */
static void end_with_parent(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

int run_tests(void)
{
    SRunner *runner;
    int failed;

    setenv("CK_DEFAULT_TIMEOUT", CASE_LIMIT, 0);
    pthread_atfork(NULL, NULL, end_with_parent);
    suite = suite_create(program_invocation_short_name);
    runner = srunner_create(suite);
    run_add_cases();
    for (const struct run_step *step = steps; step; step = step->next)
        step->add();
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
