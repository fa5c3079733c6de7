/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_HOST_HOST_H
#define DOTPROC_HOST_HOST_H

/*
 * Figures of the host as a whole, for top's summary: uptime, load, users, CPUs, memory.
 *
 * CPU times, load and memory come from files of the procfs that has the tasks, each read for
 * itself: what is not there, not readable or not in the kernel's format is unknown, and the others
 * are not affected. If a file is mounted over one of them, as LXCFS does in containers, that file
 * counts. Users, uptime, the places of CPUs, the scheduler and limits are those of the running
 * host.
 *
 * A program that shows a recorded tree leaves them out; see struct source, `live`. Not thread-safe:
 * a struct host belongs to one thread, and there should be one per program, since getutxent(3)
 * reads the user records.
 */

#include <stddef.h>
#include <stdint.h>

#include "lib/base/kernel.h"
#include "lib/base/units.h"
#include "lib/host/container_limits.h"
#include "lib/host/cpus.h"

struct host_cpu {
    struct cpu_place place;
    struct cpu_ticks ticks; /* since the last sample; none: unknown */
};

/* A figure that /proc/meminfo does not have is MEMORY_UNKNOWN. */
struct host_memory {
    uint64_t total_kib, free_kib;
    uint64_t used_kib;      /* what is not available; before Linux 3.14 what is not free */
    uint64_t cache_kib;     /* buffers, page cache and reclaimable slabs */
    uint64_t available_kib; /* since Linux 3.14 */
    uint64_t swap_total_kib, swap_free_kib, swap_used_kib;
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

    struct host_memory memory;

    struct host_limits limits; /* below the figures above; of a container alone */

    char scheduler[SCHEDULER_NAME_SIZE]; /* that runs by sched_ext; "": none, or unknown */

    /*
     * The fork count ("processes" in /proc/stat), for scan_request::forks. 0 if it cannot be relied
     * on: /proc/stat is not the kernel's own file, or the count has not changed since host_open().
     */
    uint64_t forks;

    /* From here on not plain: owned; online CPUs in ascending order of ID; none: unknown. */
    struct host_cpu *cpus;
    size_t cpu_count;
    size_t cpu_capacity;
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

/*
 * A pure parser of /proc/meminfo (proc(5), meminfo_proc_show() in fs/proc/meminfo.c). In an empty
 * text all figures are unknown.
 */
void memory_file_parse(const char *text, size_t len, struct host_memory *memory);

#endif
