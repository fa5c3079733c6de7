/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CGROUP_WALK_H
#define DOTPROC_CGROUP_WALK_H

/* Walks over the folders of a mount, and reads the files of groups. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/hash.h"
#include "lib/cgroup/mounts.h"
#include "lib/cgroup/table.h"

/* Longer files are ignored; the longest is io.stat with some hundreds of devices. */
#define CGROUP_TEXT_SIZE ((size_t)128 * 1024)

/* A row and that of its parent folder; UINT32_MAX: it is the mount point. */
struct cgroup_queued {
    uint32_t row, parent;
};

/* Readings of mounts, one after the other. Zero-initialise; free the queue. */
struct cgroup_walk {
    struct cgroup_table *table; /* of the caller, as are these */
    void (*begin)(void *);      /* see cgroup_reader_on_group(); may be NULL */
    void *argument;
    struct hash_table *by_path; /* rows of several mounts; NULL: there is only one mount */

    /* Set by cgroup_walk_open(). */
    const struct cgroup_mount *mount;
    int root;         /* its folder */
    bool is_kernel;   /* not a recorded tree: all files are regular, and st_nlink counts folders */
    const char *base; /* the path of the group that is mounted, without a slash at the end */

    struct cgroup_queued *queue; /* folders still to be read; siblings are adjacent */
    size_t queued, queue_capacity;
    int parent; /* the folder of row `parent_row`; -1: none is open */
    uint32_t parent_row;
    char text[CGROUP_TEXT_SIZE]; /* of the file that is read */
};

/* 0 or -errno. Only what was opened is to be closed. */
int cgroup_walk_open(struct cgroup_walk *walk, const struct cgroup_mount *mount);
void cgroup_walk_close(struct cgroup_walk *walk);

/*
 * Adds the groups of the mount to the table, and reads these figures (CGROUP_*) that they lack. 0,
 * or -errno of a shortage.
 */
int cgroup_walk_mount(struct cgroup_walk *walk, unsigned need);

/* Reads those that a row lacks, if its group is below this mount. The same. */
int cgroup_walk_fill(struct cgroup_walk *walk, unsigned need, struct cgroup *row);

#endif
