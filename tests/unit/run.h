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

/* Whether another processor is emulated here (tests/distros/arch), process by process. */
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

/* Runs the suite and frees it; the exit status for main(). */
static inline int run_suite(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    int failed;

    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
