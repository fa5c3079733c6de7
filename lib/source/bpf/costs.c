/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/costs.h"

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
    const struct host_size *host = &pass->host;

    return pass->threads ? host->tasks * COST_OF_ROW
                         : host->processes * COST_OF_ROW + host->tasks * SUMMED_TASK;
}
