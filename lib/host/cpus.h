/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_HOST_CPUS_H
#define DOTPROC_HOST_CPUS_H

/* The CPUs of the host: the time that they spend in each state, and where they are. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In clock ticks; in the order of /proc/stat (proc(5)). */
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

/* Since boot or, as a difference, between two readings. No tick at all: unknown. */
struct cpu_ticks {
    uint64_t in[CPU_STATES];
    bool compared; /* a difference that is known, also if there was no tick */
};

static inline uint64_t cpu_ticks_total(const struct cpu_ticks *ticks)
{
    uint64_t total = 0;

    for (size_t i = 0; i < CPU_STATES; i++)
        total += ticks->in[i];
    return total;
}

static inline bool cpu_ticks_known(const struct cpu_ticks *ticks)
{
    return cpu_ticks_total(ticks) > 0;
}

static inline void cpu_ticks_add(struct cpu_ticks *sum, const struct cpu_ticks *ticks)
{
    for (size_t i = 0; i < CPU_STATES; i++)
        sum->in[i] += ticks->in[i];
    sum->compared = sum->compared || ticks->compared;
}

/*
 * The difference of two readings. The kernel's idle and iowait counters may decrease a little,
 * which counts as 0; if another one decreases, or the sum, the difference is unknown.
 */
struct cpu_ticks cpu_ticks_since(const struct cpu_ticks *now, const struct cpu_ticks *before);

/* --- the file with these times --- */

/* The line of a CPU. */
struct cpu_line {
    int id; /* the N of cpuN */
    struct cpu_ticks ticks;
};

/* Zero-initialise; reused, it allocates nothing. stat_file_fini() frees. */
struct stat_file {
    struct cpu_ticks total; /* no tick: there is no such line */
    struct cpu_line *cpus;  /* owned; online CPUs in ascending order of ID */
    size_t cpu_count;
    size_t cpu_capacity;
    uint64_t forks; /* the line "processes"; 0: there is none */
};

/*
 * A parser of /proc/stat (proc(5), show_stat() in fs/proc/stat.c). A missing line is unknown; other
 * lines are ignored. 0 or -ENOMEM.
 */
int stat_file_parse(const char *text, size_t len, struct stat_file *stat);

void stat_file_fini(struct stat_file *stat);

/* --- where CPUs are, by libproc2: cores, their kinds, NUMA nodes --- */

/* The kind of core that a CPU belongs to, on hosts that have two. */
enum core_kind {
    CORE_UNKNOWN, /* or all cores are of one kind */
    CORE_EFFICIENT,
    CORE_PERFORMANCE,
};

#define CORE_ID_UNKNOWN (-1)
#define NODE_UNKNOWN    (-1)

struct cpu_place {
    int id;     /* the N of cpuN; offline CPUs leave gaps */
    int core;   /* proc(5), /proc/cpuinfo, "core id": unique within a socket, or CORE_ID_UNKNOWN */
    int socket; /* physical_package_id in sysfs; -1: unknown */
    int node;   /* of memory, numa(7); NODE_UNKNOWN where libnuma is missing */
    enum core_kind kind;
};

/* Zero-initialise. */
struct topology {
    struct cpu_place *places; /* in ascending order of ID */
    size_t count;
    size_t capacity;
};

/*
 * Reads the places of all online CPUs. Without readable files there are none, which is no error. 0;
 * -ENOMEM, -EMFILE or -ENFILE.
 */
int topology_read(struct topology *topology);

/* The place of a CPU; all but the ID is unknown if there is none. */
struct cpu_place topology_find(const struct topology *topology, int id);

void topology_fini(struct topology *topology);

#endif
