/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CGROUP_READER_H
#define DOTPROC_CGROUP_READER_H

/*
 * Reads control groups from cgroup file systems.
 *
 * Figures that the order needs are read for all rows, the others only for rows that are shown. A
 * group that vanishes meanwhile is left out.
 *
 * With version 1 each controller has a tree of its own: a row has the figures of the groups with
 * its path in all trees.
 */

#include "lib/cgroup/column.h"
#include "lib/cgroup/table.h"

/* The most IDs in a request. */
#define CGROUPS_SHOWN_MAX 256

struct cgroup_request {
    unsigned need;       /* CGROUP_*: of all rows */
    unsigned shown_need; /* of the rows that are shown */
    struct cgroup_order order;

    /* Shown are the rows at these places in that order. */
    size_t first, count;

    /* And those with these IDs, in the order of cgroup_compare_ids(). */
    uint64_t shown[CGROUPS_SHOWN_MAX];
    size_t shown_count;

    /* The change of throttling is that since a group was created: few periods are a poor sample. */
    bool throttling_since_creation;
};

struct cgroup_reader;

/* Why a folder cannot be read that a user has named: 0, also for NULL, or -errno. */
int cgroup_folder_check(const char *folder);

/*
 * `folder` as cgroup_mounts_find() takes it, borrowed; NULL: the mounts of this host, which are
 * looked up at each reading until there is one. 0 or -ENOMEM. Close with cgroup_reader_close();
 * NULL is allowed.
 */
int cgroup_reader_open(const char *folder, struct cgroup_reader **out);
void cgroup_reader_close(struct cgroup_reader *reader);

/* Has `begin` called with this argument before the files of each group are read. */
void cgroup_reader_on_group(struct cgroup_reader *reader, void (*begin)(void *), void *argument);

/*
 * Fills the table, in the order of the request, with the differences from the previous reading. 0;
 * -ENOMEM, -EMFILE or -ENFILE.
 */
int cgroup_reader_read(struct cgroup_reader *reader, const struct cgroup_request *request,
                       struct cgroup_table *table);

/*
 * Reads the figures `need`, CGROUP_*, of one group of version 2; `path` is as in /proc/PID/cgroup.
 * There are none if there is no such group. 0, or an error as above.
 */
int cgroup_reader_read_group(struct cgroup_reader *reader, const char *path, unsigned need,
                             struct cgroup_figures *figures);

#endif
