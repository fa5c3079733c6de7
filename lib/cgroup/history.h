/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CGROUP_HISTORY_H
#define DOTPROC_CGROUP_HISTORY_H

/* What control groups have counted between two readings. */

#include "lib/base/hash.h"
#include "lib/cgroup/table.h"

/* The counters of a group at the previous reading, for the difference between two readings. */
struct cgroup_former {
    uint64_t id, path_hash;
    unsigned have;
    int64_t usage_at_ns, io_at_ns;
    uint64_t usage_us, periods, throttled_periods, read_bytes, written_bytes;
};

/* Zero-initialise. */
struct cgroup_history {
    struct cgroup_former *formers;
    size_t former_count, former_capacity;
    struct hash_table by_id; /* of formers */
};

void cgroup_history_fini(struct cgroup_history *history);

/*
 * Sets cgroup::change of a row, which has no figures if the group was not read before, but with
 * `throttling_since_creation` those of throttling.
 */
void cgroup_history_compare(const struct cgroup_history *history, bool throttling_since_creation,
                            struct cgroup *row);

/* Replaces the counters by those of this table. 0 or -ENOMEM. */
int cgroup_history_keep(struct cgroup_history *history, const struct cgroup_table *table);

#endif
