/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_TIME_SUM_H
#define DOTPROC_TESTS_BPF_TIME_SUM_H

#include <stdbool.h>

#include "lib/source/source.h"

/*
 * Whether the sum of times is right, and prints them if not. If faults are not needed, the kernel
 * has less to do, and only the sum counts. This process itself shows it, as long as no procfs has
 * been read since it used that time, in a thread that stays: the kernel would remember what it has
 * shown, and BPF would show no less.
 */
bool time_sum_is_right(struct source *bpf);

#endif
