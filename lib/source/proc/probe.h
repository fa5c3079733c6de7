/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PROBE_H
#define DOTPROC_SOURCE_PROC_PROBE_H

/*
 * Detects the kernel generation that a procfs belongs to.
 *
 * By what the tree shows, not by a version number: vendor kernels of many versions carried the
 * patch.
 */

#include <stdbool.h>

struct generation {
    bool live;      /* a mounted procfs; else a recorded tree */
    bool has_dot;   /* the procfs patch: threads are dot entries */
    bool has_task;  /* since 2.6: threads under PID/task */
    bool same_pids; /* "self" is this process: ids are those of our pid namespace */
};

/*
 * Examines the tree that `dir` is open on. 0; -ENOENT when it lists no process and so is no procfs;
 * or -errno when it cannot be read.
 */
int probe_generation(int dir, struct generation *generation);

#endif
