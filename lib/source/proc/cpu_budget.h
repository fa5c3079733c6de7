/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_CPU_BUDGET_H
#define DOTPROC_SOURCE_PROC_CPU_BUDGET_H

/* Limits the time of searches and reads that any user of the host can make long. */

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/units.h"

/* In any second. A search that has begun is finished. */
#define CPU_BUDGET_NS (50 * NS_PER_MS)

/* Zero-initialise. */
struct cpu_budget {
    int64_t second_ns; /* CLOCK_MONOTONIC: when the second began */
    int64_t used_ns;   /* in that second */
    int64_t start_ns;  /* CLOCK_THREAD_CPUTIME_ID: when the search began */
};

/* Begins a search, unless this second's time is used up. */
static inline bool cpu_budget_begin(struct cpu_budget *budget)
{
    const int64_t now_ns = clock_ns(CLOCK_MONOTONIC);

    if (now_ns - budget->second_ns >= NS_PER_S)
        *budget = (struct cpu_budget){.second_ns = now_ns};
    budget->start_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    return budget->used_ns < CPU_BUDGET_NS;
}

static inline void cpu_budget_end(struct cpu_budget *budget)
{
    budget->used_ns += clock_ns(CLOCK_THREAD_CPUTIME_ID) - budget->start_ns;
}

/*
 * Until when, by CLOCK_MONOTONIC, a list is used whose reading began at `start_ns`: for `least_ns`,
 * or ten times as long as that took, so that rows do not read it one after the other. A process may
 * be stopped while it reads, so one second counts at most.
 */
static inline int64_t valid_until(int64_t start_ns, int64_t least_ns)
{
    const int64_t now_ns = clock_ns(CLOCK_MONOTONIC);
    const int64_t took_ns = now_ns - start_ns < NS_PER_S ? now_ns - start_ns : NS_PER_S;

    return now_ns + (10 * took_ns > least_ns ? 10 * took_ns : least_ns);
}

#endif
