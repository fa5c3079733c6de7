/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_CPUTIME_H
#define DOTPROC_SOURCE_BPF_CPUTIME_H

/* User and system time as the kernel shows them, from its raw counters. */

#include <stddef.h>
#include <stdint.h>

/* CPU time as the kernel counts it, in ns. */
struct cputimes {
    uint64_t utime, stime;             /* by sampling at ticks */
    uint64_t runtime;                  /* exact, but not split */
    uint64_t shown_utime, shown_stime; /* lower bounds of the result */
};

/* Splits the exact time in the ratio of the samples: cputime_adjust() in kernel/sched/cputime.c. */
void cputimes_adjust(const struct cputimes *times, uint64_t *utime, uint64_t *stime);

/* What was shown for a row. */
struct shown_times {
    uint64_t key; /* see task_key() */
    uint64_t start;
    uint64_t utime, stime;
};

struct shown_list {
    struct shown_times *times;
    size_t count, capacity;
};

/*
 * From snapshot to snapshot, so that no time goes back; the kernel does the same. The rows of a
 * snapshot come in ascending order of their keys. Zero-initialise.
 */
struct shown_cache {
    struct shown_list last, now;
    size_t next; /* of `last` */
};

void shown_begin(struct shown_cache *cache);
void shown_fini(struct shown_cache *cache);

/* What was shown for a row in the last snapshot, or NULL. */
const struct shown_times *shown_find(struct shown_cache *cache, uint64_t key, uint64_t start);

/* Stores it for the next snapshot. 0 or -ENOMEM. */
int shown_keep(struct shown_cache *cache, const struct shown_times *times);

#endif
