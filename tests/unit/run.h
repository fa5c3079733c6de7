/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_RUN_H
#define DOTPROC_TESTS_UNIT_RUN_H

/* What every unit test's main() does. */

#include <check.h>
#include <stdlib.h>

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

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
