/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/common/wait.h"

#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define LIMIT_S      60
#define LONG_LIMIT_S 300 /* of what sanitizers and emulators slow down */

/* For so long it looks again at once: most waits end by then. */
#define HASTE_NS (20 * NS_PER_MS)

static int64_t limit_s(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return LONG_LIMIT_S;
#else
    return getenv("DOTPROC_EMULATOR") ? LONG_LIMIT_S : LIMIT_S;
#endif
}

bool wait_is_over(int64_t start_ns)
{
    const struct timespec pause = {.tv_nsec = NS_PER_MS};
    const int64_t waited_ns = clock_ns(CLOCK_MONOTONIC) - start_ns;

    if (waited_ns < HASTE_NS)
        sched_yield();
    else
        nanosleep(&pause, NULL);
    return waited_ns > limit_s() * NS_PER_S;
}

void wait_fail(const char *condition, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    printf("FAILED: not within %d s: %s; last seen: ", (int)limit_s(), condition);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    exit(EXIT_FAILURE);
}
