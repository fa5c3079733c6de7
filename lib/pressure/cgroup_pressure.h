/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_PRESSURE_CGROUP_PRESSURE_H
#define DOTPROC_PRESSURE_CGROUP_PRESSURE_H

/*
 * What a control group of version 2 has to wait for, and how often it was throttled: its files
 * cpu.pressure, memory.pressure, io.pressure and cpu.stat
 * (Documentation/admin-guide/cgroup-v2.rst).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/pressure/pressure.h"

/* Groups with longer paths are left out. */
#define CGROUP_PATH_SIZE 1024

/* Zero-initialised: nothing is known. */
struct cgroup_pressure {
    struct pressure pressures[PRESSURE_KINDS];
    bool has_throttling;      /* its use of processors is limited: cpu.max */
    uint64_t throttled_count; /* periods in which it used up its share */
    uint64_t throttled_us;    /* for how long its tasks then waited */
};

/*
 * Finds the path of version 2 among a task's groups as task_details::cgroup has them, and copies it
 * with a NUL; "" if there is none, or not below the reader's own root.
 */
void cgroup_pressure_find(const char *groups, char path[CGROUP_PATH_SIZE]);

/* Reads that of the group with this path on the running host. */
void cgroup_pressure_read(const char *path, struct cgroup_pressure *pressure);

/* Reads the files of a folder. */
void cgroup_pressure_read_folder(const char *folder, struct cgroup_pressure *pressure);

#endif
