/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_GENERATION_H
#define DOTPROC_SOURCE_PROC_GENERATION_H

/*
 * The kernel generation that a procfs belongs to, detected from the tree and not from a version
 * number: vendor kernels of many versions carried the patch.
 */

#include <stdbool.h>

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

#endif
