/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_BUDGET_H
#define DOTPROC_SOURCE_BPF_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The CPU time that a pass may take: some times what procfs would need for the same rows. On a
 * kernel where a pass takes longer, procfs is read instead.
 */
struct budget {
    double rows;      /* that procfs would read, each a file */
    int64_t start_ns; /* of CLOCK_THREAD_CPUTIME_ID */
    int64_t limit_ns; /* an estimate, until the cost of a file has been measured */
    bool measured;
};

/* `row_us`: the estimated cost of a row. */
void budget_begin(struct budget *budget, double rows, double row_us);

/*
 * Whether the pass has taken too long. Before it says so the first time, it measures what reading a
 * file costs here, so that a slow machine does not count as a slow pass.
 */
bool budget_is_spent(struct budget *budget);

#endif
