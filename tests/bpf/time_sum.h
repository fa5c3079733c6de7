/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_BPF_TIME_SUM_H
#define DOTPROC_TESTS_BPF_TIME_SUM_H

#include "lib/source/source.h"

/*
 * Fails if the sum of user and system time of this process is wrong in a scan that needs no faults,
 * for which BPF adds up less. The time is used in a thread that stays, and no procfs may be read
 * after that: the kernel remembers what procfs has shown, and BPF never shows less.
 */
void time_sum_check(struct source *bpf);

#endif
