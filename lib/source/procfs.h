/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROCFS_H
#define DOTPROC_SOURCE_PROCFS_H

#include <stdbool.h>
#include <stdint.h>

/* What is asked of a procfs, without a source. */

/* --- hidepid --- */

/*
 * Whether a procfs is mounted with hidepid=, so that the kernel may list fewer processes than
 * exist. Mount options show hidepid= only if it is set (proc_show_options() in fs/proc/root.c).
 */

/* Whether the procfs open on `dir` hides processes: 1, 0, -ENODATA if unknown, or a shortage. */
int hidepid_is_set(int dir);

/* The same for the procfs at a path; unknown counts as hidden. */
bool hidepid_hides(const char *procfs);

/*
 * Whether a line of /proc/PID/mountinfo describes mount `id`; if so, sets *hides to whether it has
 * hidepid=.
 */
bool hidepid_read_mount(const char *line, uint64_t id, bool *hides);

/* --- how many tasks the host has --- */

/* The number of tasks on the host, in all PID namespaces. */
struct host_size {
    uint32_t tasks;     /* exact: from loadavg (proc(5)); sysinfo(2) has only 16 bits */
    uint32_t processes; /* a few too many, but never more than tasks */
};

/*
 * Reads a live procfs through its open directory. False if unknown: a file that is mounted over
 * loadavg has the tasks of a container.
 */
bool host_size_read_at(int procfs, struct host_size *size);

/* The same for /proc. */
bool host_size_read(struct host_size *size);

/*
 * The tasks that /proc shows: those of the host; or, in a child PID namespace, as a container has,
 * those counted there, whose threads are counted until `tasks_most` of them are found.
 */
struct host_size procfs_size_read(const struct host_size *host, uint32_t tasks_most);

#endif
