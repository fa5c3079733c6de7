/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_SYSTEM_H
#define DOTPROC_SOURCE_PROC_SYSTEM_H

#include <stdbool.h>

struct read_buffer;
struct system_info;

/* The procfs and its kernel. */

/*
 * The kernel generation that a procfs belongs to, detected from the tree and not from a version
 * number: vendor kernels of many versions carried the patch.
 */
struct generation {
    bool live;      /* a mounted procfs; else a recorded tree */
    bool has_dot;   /* the procfs patch: threads are dot entries */
    bool has_task;  /* since 2.6: threads under PID/task */
    bool same_pids; /* "self" is this process: PIDs are those of our PID namespace */
};

/*
 * Probes the tree that `dir` is open on. 0; -ENOENT if it lists no process and so is no procfs; or
 * -errno if it cannot be read.
 */
int generation_probe(int dir, struct generation *generation);

/*
 * Reads struct system_info from the tree that `dir` is open on: for a live procfs by system calls,
 * and the memory from a file that is mounted over its meminfo (lib/base/kernel.h); for a recorded
 * tree from its files uptime, stat (btime), meminfo and sys/kernel/pid_max, if they exist. 0 or
 * -ENOMEM.
 */
int system_info_read(int dir, bool live, struct read_buffer *buffer, struct system_info *system);

#endif
