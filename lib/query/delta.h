/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_QUERY_DELTA_H
#define DOTPROC_QUERY_DELTA_H

/*
 * What happened between two snapshots.
 *
 * Keeps the few figures of the snapshot before, by task id and start time (an id alone may have
 * been given to another task), and joins them into the next one. O(n) where both are in the order
 * of snapshot.h, O(n log n) otherwise; no allocation in the steady state.
 */

#include <stddef.h>
#include <stdint.h>

#include "lib/task/snapshot.h"

struct delta_entry;

struct delta_list {
    struct delta_entry *entries; /* sorted */
    size_t count, capacity;
};

struct delta {
    struct delta_list now;    /* of the snapshot joined last */
    struct delta_list before; /* room for the next one */
    uint64_t monotonic_ns;    /* of the snapshot in `now`; 0: there is none yet */
};

void delta_init(struct delta *delta);
void delta_fini(struct delta *delta);

/*
 * Fills the NEED_DELTA figures of every task that has NEED_STAT, those of faults where it has
 * NEED_USAGE in both snapshots, and remembers this one for the next call. A task that was not there
 * before counts from zero when it started since, and has no delta otherwise. Times never go back: a
 * smaller figure than before counts as none. Processor time is brought to the interval where a task
 * was read sooner or later in its scan than before. `interval_ns` receives the time between the two
 * snapshots, 0 on the first call. 0 or -ENOMEM.
 */
int delta_update(struct delta *delta, struct snapshot *snapshot, uint64_t *interval_ns);

#endif
