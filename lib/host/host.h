/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_HOST_HOST_H
#define DOTPROC_HOST_HOST_H

/*
 * Figures of the host as a whole, for top's summary: uptime, load, users, CPUs, memory.
 *
 * All but users come from files of the procfs that has the tasks, each read for itself: what is not
 * there, not readable or not in the kernel's format is unknown, and the others are not affected. If
 * a file is mounted over one of them, as LXCFS does in containers, that file counts.
 *
 * A program that shows a recorded tree leaves them out; see struct source, `live`. Not thread-safe:
 * a struct host belongs to one thread, and there should be one per program, since getutxent(3)
 * reads the user records.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/kernel.h"

/* --- the time that CPUs spend in each state --- */

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

/* --- where CPUs are: cores, their kinds, NUMA nodes. By libproc2. --- */

/* The kind of core that a CPU belongs to, on hosts that have two. */
enum core_kind {
    CORE_UNKNOWN, /* or all cores are of one kind */
    CORE_EFFICIENT,
    CORE_PERFORMANCE,
};

#define CORE_ID_UNKNOWN (-1)
#define NODE_UNKNOWN    (-1)

struct cpu_place {
    int id;   /* the N of cpuN; offline CPUs leave gaps */
    int core; /* proc(5), /proc/cpuinfo, "core id": unique within a socket, or CORE_ID_UNKNOWN */
    int node; /* of memory, numa(7); NODE_UNKNOWN where libnuma is missing */
    enum core_kind kind;
};

/* Zero-initialise; free the places. */
struct topology {
    struct cpu_place *places; /* owned; in ascending order of ID */
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

/* --- memory --- */

/* A figure that the file does not have. */
#define MEMORY_UNKNOWN UINT64_MAX

struct host_memory {
    uint64_t total_kib, free_kib;
    uint64_t used_kib;      /* what is not available; before Linux 3.14 what is not free */
    uint64_t cache_kib;     /* buffers, page cache and reclaimable slabs */
    uint64_t available_kib; /* since Linux 3.14 */
    uint64_t swap_total_kib, swap_free_kib, swap_used_kib;
};

/*
 * A pure parser of /proc/meminfo (proc(5), meminfo_proc_show() in fs/proc/meminfo.c). An empty text
 * gives a record in which all figures are unknown.
 */
void memory_file_parse(const char *text, size_t len, struct host_memory *memory);

/* --- what cgroups leave to a container --- */

/*
 * The limits of a container's cgroups: CPU bandwidth and memory. In a container, too, /proc/stat
 * and /proc/meminfo show the whole host, unless lxcfs replaces them.
 *
 * Version 2: cpu.max, memory.max, memory.current (Documentation/admin-guide/cgroup-v2.rst); version
 * 1: cpu.cfs_quota_us, cpu.cfs_period_us, memory.limit_in_bytes, memory.usage_in_bytes
 * (Documentation/admin-guide/cgroup-v1). The lowest limit of this process's cgroup and its visible
 * ancestors counts, up to the root of its cgroup namespace or of the mount.
 */

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
 * KiB, that is above the host's (UINT64_MAX: unknown): lxcfs shows a container its limit as the
 * host's memory.
 */
void host_limits_compare(struct host_limits *limits, uint64_t cpus, uint64_t mem_total_kib);

/* --- the host --- */

struct host_cpu {
    struct cpu_place place;
    struct cpu_ticks ticks; /* since the last sample; none: unknown */
};

/*
 * Unknown: there is an error; or there are neither records of logins nor a systemd that has
 * sessions, as in most containers, where stock top prints 0.
 */
#define USERS_UNKNOWN    (-1)
#define USERS_NO_RECORDS (-2)

/* One sample. Zero-initialise; host_figures_fini() frees. */
struct host_figures {
    uint64_t uptime_ns; /* 0: unknown */
    double load[3];     /* over 1, 5 and 15 minutes; REAL_UNKNOWN */
    int users;          /* logged in, USERS_UNKNOWN or USERS_NO_RECORDS */

    struct cpu_ticks cpu_total; /* as host_cpu::ticks */
    struct host_cpu *cpus;      /* owned; online CPUs in ascending order of ID; none: unknown */
    size_t cpu_count;
    size_t cpu_capacity;

    struct host_memory memory;

    struct host_limits limits; /* below the figures above; of a container alone */

    char scheduler[SCHEDULER_NAME_SIZE]; /* that runs by sched_ext; "": none, or unknown */

    /*
     * The fork count ("processes" in /proc/stat), for scan_request::forks. 0 if it cannot be relied
     * on: /proc/stat is not the kernel's own file, or the count has not changed since host_open().
     */
    uint64_t forks;
};

struct host;

/* `procfs` as in source_options: NULL for /proc. 0 or -errno; close *out with host_close(). */
int host_open(const char *procfs, struct host **out);
void host_close(struct host *host);

/*
 * Reads everything. The ticks are those since the last call for the same host, and unknown for a
 * CPU that was not in it. A reused `out` allocates nothing. 0; or -ENOMEM, -EMFILE, -ENFILE: then
 * `out` is a mixture of old and new figures and must still be freed.
 */
int host_read(struct host *host, struct host_figures *out);

void host_figures_fini(struct host_figures *figures);

#endif
