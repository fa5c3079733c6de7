/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_HOST_STAT_FILE_H
#define DOTPROC_HOST_STAT_FILE_H

/* A parser of /proc/stat (proc(5), show_stat() in fs/proc/stat.c). */

#include <stddef.h>
#include <stdint.h>

#include "lib/host/cpu_ticks.h"

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

/* A missing line is unknown; other lines are ignored. 0 or -ENOMEM. */
int stat_file_parse(const char *text, size_t len, struct stat_file *stat);

void stat_file_fini(struct stat_file *stat);

#endif
