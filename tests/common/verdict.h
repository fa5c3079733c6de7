/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_VERDICT_H
#define DOTPROC_TESTS_COMMON_VERDICT_H

/* Exit statuses of test programs that meson runs directly. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>

#define EXIT_SKIP 77

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
