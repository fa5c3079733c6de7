/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CGROUP_FIGURES_H
#define DOTPROC_CGROUP_FIGURES_H

/*
 * The figures of a control group, and the files in its folder that contain them: cgroups(7),
 * Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/ of the kernel.
 *
 * Usage, threads, events, I/O and pressure are those of the group and of all groups below it, as
 * the kernel counts them. Processes and limits are the group's own.
 */

#include <stddef.h>
#include <stdint.h>

#include "lib/pressure/pressure.h"

/* Groups of figures, as bits: those that a column needs, or those known of a control group. */
enum {
    CGROUP_PROCESSES = 1u << 0,
    CGROUP_THREADS = 1u << 1,
    CGROUP_USAGE = 1u << 2,
    CGROUP_THROTTLING = 1u << 3,
    CGROUP_CPU_LIMIT = 1u << 4,
    CGROUP_MEMORY = 1u << 5,
    CGROUP_ANON = 1u << 6,
    CGROUP_PEAK = 1u << 7,
    CGROUP_MEMORY_LIMIT = 1u << 8,
    CGROUP_OOM = 1u << 9,
    CGROUP_IO = 1u << 10,
    CGROUP_PRESSURE_CPU = 1u << 11, /* in the order of enum pressure_kind */
    CGROUP_PRESSURE_MEMORY = 1u << 12,
    CGROUP_PRESSURE_IO = 1u << 13,
    CGROUP_ALL = (1u << 14) - 1,
};

/* A limit that is not set. */
#define CGROUP_UNLIMITED UINT64_MAX

struct cgroup_figures {
    unsigned have; /* CGROUP_*; other members are undefined */

    uint64_t processes; /* in the group itself */
    uint64_t threads;
    uint64_t usage_us; /* CPU time */
    uint64_t periods, throttled_periods, throttled_us;
    uint64_t cpu_quota_us, cpu_period_us; /* the quota may be CGROUP_UNLIMITED */
    uint64_t memory, anon, peak;          /* bytes */
    uint64_t memory_limit;                /* bytes, or CGROUP_UNLIMITED */
    uint64_t oom, oom_kills;
    uint64_t read_bytes, written_bytes;
    struct pressure pressures[PRESSURE_KINDS];
};

/* Hierarchies, as bits: version 2, and the controllers of version 1. */
enum {
    CGROUP_V2 = 1u << 0,
    CGROUP_V1_CPU = 1u << 1,
    CGROUP_V1_CPUACCT = 1u << 2,
    CGROUP_V1_MEMORY = 1u << 3,
    CGROUP_V1_BLKIO = 1u << 4,
    CGROUP_V1_PIDS = 1u << 5,
    CGROUP_V1_NAMED = 1u << 6, /* "name=systemd" */
};

struct cgroup_file {
    const char *name;
    unsigned hierarchies; /* that have this file */
    unsigned has;         /* CGROUP_* */

    void (*parse)(const char *text, struct cgroup_figures *figures); /* NULL: as follows */
    const char *line; /* that has the number; NULL: the file is one number */
    size_t number;    /* offset of the member; 0: it is pressure */
};

/*
 * Stores the figures of the NUL-terminated text and sets their bits in figures::have. Ignores text
 * that is not in the kernel's format.
 */
void cgroup_file_parse(const struct cgroup_file *file, const char *text,
                       struct cgroup_figures *figures);

/* The files in the order in which they are read; a NULL name ends the list. */
extern const struct cgroup_file cgroup_files[];

/* The list of processes; not in the table, as only its lines are counted. */
#define CGROUP_PROCS "cgroup.procs"

#endif
