/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CGROUP_TABLE_H
#define DOTPROC_CGROUP_TABLE_H

/* The control groups of a host at one time, as rows; what they counted since another time. */

#include "lib/base/arena.h"
#include "lib/base/hash.h"
#include "lib/cgroup/figures.h"

/* The most rows; others are left out: see cgroup_table::incomplete. */
#define CGROUPS_MAX 65536

/* What was counted between two readings. Zero where `has` lacks it. */
struct cgroup_change {
    unsigned has;                     /* CGROUP_USAGE, CGROUP_THROTTLING, CGROUP_IO */
    uint64_t usage_us, usage_span_ns; /* used, and the time between both readings of that */
    uint64_t periods, throttled_periods;
    uint64_t read_bytes, written_bytes, io_span_ns;
};

struct cgroup {
    const char *path;      /* as in /proc/PID/cgroup: "/a/b", "/" */
    const char *groups;    /* the whole line there: "0::/a/b" */
    const char *hierarchy; /* the first that has it, as in that line; "": version 2 */
    uint64_t id;           /* st_ino of its folder: differs for a new group with the same path */
    uint32_t depth;        /* components of the path */
    bool vanished;         /* from a hierarchy, during the reading; only for the reader */
    unsigned asked; /* CGROUP_*: figures that were requested; figures.have has those that exist */
    int64_t usage_at_ns, io_at_ns; /* when they were read: CLOCK_MONOTONIC */
    struct cgroup_figures figures;
    struct cgroup_change change;
};

/* Orders the IDs of groups, uint64_t, for qsort(3). */
int cgroup_compare_ids(const void *a, const void *b);

/* Zero-initialise. Owns all texts. */
struct cgroup_table {
    struct cgroup *rows;
    struct cgroup **order; /* all rows, sorted */
    size_t count, capacity, order_capacity;
    struct arena texts;
    bool mounted;    /* there is a hierarchy */
    bool incomplete; /* CGROUPS_MAX, CGROUP_PATH_SIZE, or a folder that none can read: some may be
                        left out */
    bool live;       /* of a running kernel: a later reading may have changes */
    bool compared;   /* there was a previous reading, so there may be changes */
};

void cgroup_table_clear(struct cgroup_table *table);
void cgroup_table_fini(struct cgroup_table *table);

/* --- changes since the previous reading --- */

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
