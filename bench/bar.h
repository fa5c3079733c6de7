/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_BENCH_BAR_H
#define DOTPROC_BENCH_BAR_H

#include <stdbool.h>
#include <stdio.h>

/* Ends a line of figures with the bar of one of them. Whether that is not missed. */
static inline bool at_most(double figure, double bar)
{
    const bool passes = figure <= bar;

    printf(", at most %.1f: %s\n", bar, passes ? "pass" : "FAIL");
    return passes;
}

#endif
