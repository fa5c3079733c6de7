/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_BPF_COSTS_H
#define DOTPROC_SOURCE_BPF_COSTS_H

/*
 * The ways to make a pass over the kernel's tasks, and what each costs, in microseconds of CPU
 * time. Only the proportions matter. If nothing is loaded yet, loading pays off for a scan of
 * threads from about 700 tasks on, and for a scan of processes from about as many processes.
 */

#include "lib/source/bpf/pass.h"

enum reader_way {
    WAY_PINNED_ID_WALK,   /* pinned: nothing to load */
    WAY_PINNED_TASK_ITER, /* the same */
    WAY_TASK_ITER,        /* loaded by us */
    WAY_ID_WALK,          /* the same */
    WAYS,
    WAY_NONE = WAYS, /* procfs */
};

/* A row of procfs: one or two files. */
#define COST_OF_ROW 6.0

/* The pass alone, by a way whose program is loaded. */
double cost_of_pass(enum reader_way way, const struct pass *pass);

/* Loading the way's program, once; 0 for pins. */
double cost_of_load(enum reader_way way);

/* The same rows from procfs. */
double cost_of_procfs(const struct pass *pass);

#endif
