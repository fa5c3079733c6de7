/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_BENCH_MEDIAN_H
#define DOTPROC_BENCH_MEDIAN_H

#include <stdlib.h>

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

/* The mean of the middle two, if the count is even. */
static inline double median(double *values, size_t count)
{
    qsort(values, count, sizeof(*values), median_compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

#endif
