/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_BENCH_FIGURES_H
#define DOTPROC_BENCH_FIGURES_H

/* Figures of measurements: clocks, CPUs, medians, bars. */

#include <err.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/base/units.h"

/* Wall time. */
static inline double now_ms(void)
{
    return (double)clock_ns(CLOCK_MONOTONIC) / 1e6;
}

/* The CPU time of this process: user and system. */
static inline double cpu_ms(void)
{
    return (double)clock_ns(CLOCK_PROCESS_CPUTIME_ID) / 1e6;
}

/* The CPUs that this process may use. */
static inline int count_cpus(void)
{
    cpu_set_t cpus;

    if (sched_getaffinity(0, sizeof(cpus), &cpus) < 0)
        err(EXIT_FAILURE, "CPUs");
    return CPU_COUNT(&cpus);
}

static inline int median_compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

/* Sorts the values, at least one, and returns the one that so many thousandths lie below. */
static inline double quantile(double *values, size_t count, size_t thousandths)
{
    qsort(values, count, sizeof(*values), median_compare);
    return values[count * thousandths / 1000];
}

/* Sorts the values, at least one; the mean of the middle two if the count is even. */
static inline double median(double *values, size_t count)
{
    qsort(values, count, sizeof(*values), median_compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* Ends a line of figures with the bar of one of them. Whether that is not missed. */
static inline bool at_most(double figure, double bar)
{
    const bool passes = figure <= bar;

    printf(", at most %.1f: %s\n", bar, passes ? "pass" : "FAIL");
    return passes;
}

#endif
