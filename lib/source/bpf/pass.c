/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/pass.h"

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

/* --- costs --- */

/*
 * The kernel walks a process's threads twice for its stat: for their page faults and for their CPU
 * time (do_task_stat() in fs/proc/array.c).
 */
#define SUMMED_TASK 0.18

/* Measured on Linux 6.18, a virtual machine of 2025: medians with 1,000 to 64,000 idle threads. */
static const struct {
    double load;
    double pass;        /* without tasks */
    double task;        /* per task, with threads */
    double summed_task; /* per task, for sums only */
} costs[WAYS] = {
    [WAY_PINNED_ID_WALK] = {.pass = 5, .task = 0.12, .summed_task = 0.05},
    [WAY_PINNED_TASK_ITER] = {.pass = 5, .task = 0.35, .summed_task = 0.35},
    [WAY_TASK_ITER] = {.load = 3500, .task = 0.35, .summed_task = 0.35},
    [WAY_ID_WALK] = {.load = 3000, .task = 0.12, .summed_task = 0.05},
};

double cost_of_pass(enum reader_way way, const struct pass *pass)
{
    return costs[way].pass +
           pass->host.tasks * (pass->threads ? costs[way].task : costs[way].summed_task);
}

double cost_of_load(enum reader_way way)
{
    return costs[way].load;
}

double cost_of_procfs(const struct pass *pass)
{
    const struct host_size *listed = &pass->listed;

    return pass->threads ? listed->tasks * COST_OF_ROW
                         : listed->processes * COST_OF_ROW + listed->tasks * SUMMED_TASK;
}

bool pass_read_size(struct pass *pass)
{
    if (!host_size_read(&pass->host))
        return false;
    /* With more rows than these, procfs costs more than any pass. */
    pass->listed =
        procfs_size_read(&pass->host, pass->threads ? pass->host.tasks / 10 + 1000 : UINT32_MAX);
    return true;
}
