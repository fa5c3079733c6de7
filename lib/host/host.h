/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_HOST_HOST_H
#define DOTPROC_HOST_HOST_H

/*
 * Figures of the host as a whole, for top's summary: load, users, CPUs, memory.
 *
 * They are read through libproc2 and always describe the running host, whichever procfs the tasks
 * come from, so a program that shows a recorded tree must leave them out; see struct source,
 * `live`. Not thread-safe: a struct host belongs to one thread, and there should be one per
 * program, since getutxent(3) reads the user records.
 */

#include <stddef.h>
#include <stdint.h>

#include "lib/host/container_limits.h"

/* The states of a CPU, in the order of /proc/stat (proc(5)). */
enum cpu_state {
    CPU_USER,
    CPU_NICE,
    CPU_SYSTEM,
    CPU_IDLE,
    CPU_IOWAIT,
    CPU_IRQ,
    CPU_SOFTIRQ,
    CPU_STEAL,
    CPU_STATES,
};

/* The time spent in each state since the last sample, in clock ticks. */
struct cpu_ticks {
    uint64_t in[CPU_STATES];
};

static inline uint64_t cpu_ticks_total(const struct cpu_ticks *ticks)
{
    uint64_t total = 0;

    for (size_t i = 0; i < CPU_STATES; i++)
        total += ticks->in[i];
    return total;
}

/* The kind of core that a CPU belongs to, on hosts that have two. */
enum core_kind {
    CORE_UNKNOWN, /* or all cores are of one kind */
    CORE_EFFICIENT,
    CORE_PERFORMANCE,
};

#define NODE_UNKNOWN (-1)

struct host_cpu {
    int id;   /* the N of cpuN; offline CPUs leave gaps */
    int core; /* proc(5), /proc/cpuinfo, "core id": unique within a socket; -1: unknown */
    int node; /* of memory, numa(7); NODE_UNKNOWN where libnuma is missing */
    enum core_kind kind;
    struct cpu_ticks ticks;
};

/* One sample. Zero-initialise; host_figures_fini() frees. */
struct host_figures {
    double load[3]; /* over 1, 5 and 15 minutes */
    unsigned users; /* logged in */

    struct cpu_ticks cpu_total;
    struct host_cpu *cpus; /* owned; online CPUs in ascending order of id */
    size_t cpu_count;
    size_t cpu_capacity;

    uint64_t mem_total_kib, mem_free_kib, mem_used_kib, mem_cache_kib, mem_available_kib;
    uint64_t swap_total_kib, swap_free_kib, swap_used_kib;

    struct host_limits limits; /* below the figures above; of a container alone */

    /*
     * The fork count ("processes" in /proc/stat), for scan_request::forks. 0 if it cannot be relied
     * on: /proc/stat is not the kernel's own file, or the count has not changed since host_open().
     */
    uint64_t forks;
};

struct host;

/* 0 or -errno; close *out with host_close(). */
int host_open(struct host **out);
void host_close(struct host *host);

/*
 * Reads everything. The ticks are those since the last call for the same host, at the first call
 * those since boot. A reused `out` allocates nothing. 0 or -errno; after an error `out` is a
 * mixture of old and new figures and must still be freed.
 */
int host_read(struct host *host, struct host_figures *out);

void host_figures_fini(struct host_figures *figures);

#endif
