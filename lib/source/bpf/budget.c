/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/budget.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/units.h"

/* What procfs needs besides, for listing and parsing, and how far the measurement may be off. */
#define SLACK 4

/*
 * A pass may always take so long: tasks can become many more while it runs, and nobody notices
 * less.
 */
#define LEAST_NS (50 * NS_PER_MS)

/* Files read for a measurement. */
#define FILES 32

static int64_t limit(double rows, double row_ns)
{
    const double ns = SLACK * rows * row_ns;

    return ns < LEAST_NS ? LEAST_NS : (int64_t)ns;
}

void budget_begin(struct budget *budget, double rows, double row_us)
{
    *budget = (struct budget){
        .rows = rows,
        .start_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID),
        .limit_ns = limit(rows, row_us * NS_PER_US),
    };
}

/* The CPU time of reading one stat file; 0: unknown. */
static double measure_row_ns(void)
{
    const int64_t start_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);

    for (int i = 0; i < FILES; i++) {
        char text[1024];
        const int fd = open("/proc/thread-self/stat", O_RDONLY | O_CLOEXEC);
        const ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof(text));

        if (fd >= 0)
            close(fd);
        if (got <= 0)
            return 0;
    }
    return (double)(clock_ns(CLOCK_THREAD_CPUTIME_ID) - start_ns) / FILES;
}

bool budget_is_spent(struct budget *budget)
{
    const int64_t used_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID) - budget->start_ns;
    int64_t measured_ns;

    if (used_ns > budget->limit_ns && !budget->measured) {
        measured_ns = limit(budget->rows, measure_row_ns());
        if (measured_ns > budget->limit_ns)
            budget->limit_ns = measured_ns;
        budget->measured = true;
    }
    return used_ns > budget->limit_ns;
}
