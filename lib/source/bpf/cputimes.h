/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_CPUTIMES_H
#define DOTPROC_SOURCE_BPF_CPUTIMES_H

#include <stdint.h>

/* CPU time as the kernel accounts it, in ns. */
struct cputimes {
    uint64_t utime, stime;             /* sampled at ticks */
    uint64_t runtime;                  /* exact, but not split */
    uint64_t shown_utime, shown_stime; /* lower bounds of the result */
};

/* Splits the exact time in the ratio of the samples: cputime_adjust() in kernel/sched/cputime.c. */
void cputimes_adjust(const struct cputimes *times, uint64_t *utime, uint64_t *stime);

#endif
