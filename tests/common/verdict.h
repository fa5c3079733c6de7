/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_VERDICT_H
#define DOTPROC_TESTS_COMMON_VERDICT_H

/* Exit statuses of test programs that meson runs directly, and how long they wait. */

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>

#include "lib/base/units.h"

#define EXIT_SKIP 77

/*
 * How long to look for something: states change, and a scan can miss processes that start or exit
 * meanwhile, but not each time.
 */
#define PATIENCE_S 300

/* Whether there is time left of PATIENCE_S since `start_ns`. */
static inline bool is_patient(int64_t start_ns)
{
    return clock_ns(CLOCK_MONOTONIC) < start_ns + PATIENCE_S * NS_PER_S;
}

/* Prints why the test cannot run here; returns the status for main(). */
static inline int skip(const char *why)
{
    printf("skipped: %s\n", why);
    return EXIT_SKIP;
}

/* Prints what was expected and what came instead, and exits. */
__attribute__((format(printf, 1, 2))) static inline noreturn void fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("FAILED: ", stdout);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    exit(EXIT_FAILURE);
}

#endif
