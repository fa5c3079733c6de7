/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_HOST_CONTAINER_LIMITS_H
#define DOTPROC_HOST_CONTAINER_LIMITS_H

/*
 * The limits of a container's cgroups: CPU bandwidth and memory. In a container, too, /proc/stat
 * and /proc/meminfo show the whole host, unless lxcfs replaces them.
 *
 * Version 2: cpu.max, memory.max, memory.current (Documentation/admin-guide/cgroup-v2.rst); version
 * 1: cpu.cfs_quota_us, cpu.cfs_period_us, memory.limit_in_bytes, memory.usage_in_bytes
 * (Documentation/admin-guide/cgroup-v1). The lowest limit of this process's cgroup and its visible
 * ancestors counts, up to the root of its cgroup namespace or of the mount.
 */

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/units.h"

/* 0: no limit. */
struct host_limits {
    double cpus;
    uint64_t mem_kib;
    uint64_t mem_used_kib; /* of the cgroup with that limit, page cache included; MEMORY_UNKNOWN */
};

static inline bool host_limits_are_set(const struct host_limits *limits)
{
    return limits->cpus > 0 || limits->mem_kib > 0;
}

/*
 * Whether this process is outside of the initial PID namespace, which has a fixed inode number
 * (include/linux/proc_ns.h). Then it sees only tasks of its container.
 */
bool host_is_container(void);

/*
 * Reads the limits from files below the directory `root`, "" for the running kernel's. A file that
 * cannot be read is no limit. 0; or -ENOMEM, -EMFILE, -ENFILE, and then there are no limits.
 */
int host_limits_read(const char *root, struct host_limits *limits);

/*
 * Drops a limit of CPUs that is not below the host's number (0: unknown), and one of memory, in
 * KiB, that is above the host's (MEMORY_UNKNOWN): lxcfs shows a container its limit as the host's
 * memory.
 */
void host_limits_compare(struct host_limits *limits, uint64_t cpus, uint64_t mem_total_kib);

#endif
