/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_COMMON_WAIT_H
#define DOTPROC_TESTS_COMMON_WAIT_H

/* The one loop in which a test waits: tests/lint/waiting finds others. */

#include <stdbool.h>
#include <stdint.h>
#include <stdnoreturn.h>
#include <time.h>

#include "lib/base/units.h"

/*
 * WAIT_UNTIL(CONDITION, FORMAT, ...) BODY: looks at the condition, and while it is not true runs
 * the body and looks again, with ever less haste. Where it does not come true in time, fails, and
 * prints what the format and its arguments make: what was seen last. They are looked at only then.
 *
 * The time is far more than any of this takes: only a test that fails waits so long.
 */
#define WAIT_UNTIL(condition, ...)                                        \
    for (int64_t wait_start_ns = clock_ns(CLOCK_MONOTONIC); !(condition); \
         wait_is_over(wait_start_ns) ? wait_fail(#condition, __VA_ARGS__) : (void)0)

/* Pauses, unless the wait has only begun; true if it has taken too long. */
bool wait_is_over(int64_t start_ns);

__attribute__((format(printf, 2, 3))) noreturn void wait_fail(const char *condition,
                                                              const char *format, ...);

#endif
