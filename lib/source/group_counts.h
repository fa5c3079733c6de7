/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_GROUP_COUNTS_H
#define DOTPROC_SOURCE_GROUP_COUNTS_H

/*
 * The host's thread groups, counted by BPF for a scan of procfs: that need neither list /proc, for
 * which the kernel passes over every thread, nor have it add up the times of many threads. All else
 * is read as ever.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A thread group. */
struct counted_group {
    pid_t tgid;
    uint32_t threads;
    uint64_t cpu_ns; /* what they and those before them have used */
    bool exact;      /* that time is; else one of them ended while they were counted */
};

struct group_counts {
    struct counted_group *groups; /* by ascending tgid, each once */
    size_t count;
    uint64_t begun_ns; /* after boot (CLOCK_BOOTTIME): who started later is not meant */
};

/* A group, NULL when it was not there. */
const struct counted_group *group_counts_find(const struct group_counts *counts, pid_t tgid);

#endif
