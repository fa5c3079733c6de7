/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_GROUP_COUNTS_H
#define DOTPROC_SOURCE_GROUP_COUNTS_H

/*
 * The host's thread groups, counted by BPF for a scan of procfs, which then need not list /proc,
 * for which the kernel walks over every thread, nor have the kernel add up the times of many
 * threads.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A thread group. */
struct counted_group {
    pid_t tgid;
    uint32_t threads;
    uint64_t cpu_ns; /* of these threads and of those that have ended */
    bool exact;      /* cpu_ns is exact; else a thread ended during the count */
};

struct group_counts {
    struct counted_group *groups; /* by ascending tgid, each once */
    size_t count;
    uint64_t begun_ns; /* after boot (CLOCK_BOOTTIME); later processes were not counted */
};

/* The group, or NULL. */
const struct counted_group *group_counts_find(const struct group_counts *counts, pid_t tgid);

#endif
