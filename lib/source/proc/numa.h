/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_NUMA_H
#define DOTPROC_SOURCE_PROC_NUMA_H

#include <stddef.h>
#include <stdint.h>

/*
 * The NUMA node of each CPU (numa(7)): /sys/devices/system/node/nodeN/cpulist.
 *
 * Only valid for the running kernel, not for a recorded tree.
 */

/* Zero-initialise. */
struct numa {
    int32_t *of_cpu; /* the node of each CPU; -1: unknown */
    size_t count, capacity;
    int64_t until_ns; /* CLOCK_MONOTONIC: before that an unknown CPU stays unknown */
};

void numa_fini(struct numa *numa);

/*
 * Reads /sys unless the node of the CPU is known: it may have come online since, which is noticed
 * within a second. 0, also without nodes; or -ENOMEM, -EMFILE or -ENFILE, after which the next call
 * reads again.
 */
int numa_read(struct numa *numa, int32_t cpu);

/* The node of a CPU, or -1. */
int32_t numa_find(const struct numa *numa, int32_t cpu);

/*
 * Assigns the CPUs of a list such as "0-3,8-11" to `node`. Ignores everything from the first syntax
 * error on. 0 or -ENOMEM.
 */
int numa_add_list(struct numa *numa, const char *list, size_t len, int32_t node);

#endif
