/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_TIME_SUM_H
#define DOTPROC_TESTS_BPF_TIME_SUM_H

#include "lib/source/source.h"

/*
 * Fails if the sum of times is wrong. If faults are not needed, the kernel has less to do, and only
 * the sum counts. This process itself shows it, as long as no procfs has been read since it used
 * that time, in a thread that stays: the kernel would remember what it has shown, and BPF would
 * show no less.
 */
void time_sum_check(struct source *bpf);

#endif
