/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_DELTA_H
#define DOTPROC_QUERY_DELTA_H

/*
 * The differences between two snapshots.
 *
 * Stores a few figures of the last snapshot, by task id and start time (an id may be reused), and
 * joins them with the next one. O(n) if both are in the order of snapshot.h, else O(n log n); no
 * allocation once the lists have reached their size.
 */

#include <stddef.h>
#include <stdint.h>

#include "lib/task/snapshot.h"

struct delta_entry;

struct delta_list {
    struct delta_entry *entries; /* sorted */
    size_t count, capacity;
};

/* Zero-initialise. */
struct delta {
    struct delta_list now;    /* of the last snapshot */
    struct delta_list before; /* of the one before; reused for the next */
    uint64_t monotonic_ns;    /* of the last snapshot; 0: none yet */
};

void delta_fini(struct delta *delta);

/*
 * Fills the NEED_DELTA figures of every task that has NEED_STAT (those of faults if it has
 * NEED_USAGE in both snapshots), and stores this snapshot for the next call. A new task counts from
 * zero if it started since the last snapshot, and has no delta otherwise. A figure that went back
 * counts as no difference, nor does more time of a leader than the interval has: then another
 * thread has taken its number to start a program. Processor time is scaled to the interval when a
 * task was read sooner or later in its scan than before. `interval_ns` receives the time between
 * the two snapshots, 0 at the first call. 0 or -ENOMEM.
 */
int delta_update(struct delta *delta, struct snapshot *snapshot, uint64_t *interval_ns);

#endif
