/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_HOST_TASKS_H
#define DOTPROC_SOURCE_HOST_TASKS_H

/* How many tasks the host has. */

#include <stdbool.h>
#include <stdint.h>

/* The number of tasks on the host, in all PID namespaces. */
struct host_size {
    uint32_t tasks;     /* exact: from loadavg (proc(5)); sysinfo(2) has only 16 bits */
    uint32_t processes; /* of the procfs's namespace; a few too many, but never more than tasks */
};

/*
 * Reads a live procfs through its open directory. False if unknown: a file that is mounted over
 * loadavg has the tasks of a container.
 */
bool host_size_read_at(int procfs, struct host_size *size);

/* The same for /proc. */
bool host_size_read(struct host_size *size);

#endif
