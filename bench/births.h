/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_BENCH_BIRTHS_H
#define DOTPROC_BENCH_BIRTHS_H

#include <stdint.h>

/* How long one birth takes: fork, exit and wait; making and joining a thread. Exits on failure. */
int64_t birth_of_process_ns(void);
int64_t birth_of_thread_ns(void);

/* The median, and what 99 % are below. */
struct births {
    double median_us, p99_us;
};

/* Measures births for so long, or 200,000, one by one, with pauses so that measuring is no load. */
struct births births_measure(int64_t (*birth_ns)(void), double seconds);

#endif
