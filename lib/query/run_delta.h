/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_RUN_DELTA_H
#define DOTPROC_QUERY_RUN_DELTA_H

/*
 * The differences between two snapshots in what few columns show: how long tasks waited for a
 * processor, and how often they left one. As delta.h, for rows that have NEED_RUN_DELAY or
 * NEED_SWITCHES; without such rows it costs nothing.
 */

#include <stddef.h>
#include <stdint.h>

#include "lib/task/snapshot.h"

struct run_delta_entry;

struct run_delta_list {
    struct run_delta_entry *entries; /* sorted */
    size_t count, capacity;
};

/* Zero-initialise. */
struct run_delta {
    struct run_delta_list now, before;
    uint64_t monotonic_ns; /* of the last snapshot; 0: none yet */
};

void run_delta_fini(struct run_delta *delta);

/*
 * Sets run_queue_ns, new_voluntary and new_forced in the details of every task that was in the last
 * snapshot as well, and stores this one for the next call. 0 or -ENOMEM.
 */
int run_delta_update(struct run_delta *delta, struct snapshot *snapshot);

#endif
