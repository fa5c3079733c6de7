/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CGROUP_MOUNTS_H
#define DOTPROC_CGROUP_MOUNTS_H

/* Where hierarchies of control groups are mounted: cgroups(7). */

#include <limits.h>
#include <stddef.h>

#include "lib/cgroup/figures.h"

/* The most that are kept: version 2, and one for each controller of version 1 that is read. */
#define CGROUP_MOUNTS_MAX 8

/* The name of a hierarchy in /proc/PID/cgroup, such as "name=systemd", with its NUL. */
#define CGROUP_HIERARCHY_SIZE 32

struct cgroup_mount {
    unsigned hierarchies;             /* CGROUP_V* */
    char path[PATH_MAX];              /* of the mount point */
    char root[PATH_MAX];              /* the group mounted there, as in /proc/PID/cgroup */
    char name[CGROUP_HIERARCHY_SIZE]; /* one of its controllers; "": version 2 */
};

struct cgroup_mounts {
    struct cgroup_mount list[CGROUP_MOUNTS_MAX]; /* version 2 first, then "name=systemd" */
    size_t count;
};

/*
 * Parses the format of /proc/self/mountinfo, see proc(5). Of several mounts of a hierarchy the
 * first one is kept.
 */
void cgroup_mounts_parse(const char *text, struct cgroup_mounts *mounts);

/* The mounts of this host. 0, also if there are none; or -errno. */
int cgroup_mounts_read(struct cgroup_mounts *mounts);

/*
 * The hierarchies below a folder that is laid out like /sys/fs/cgroup: version 2 in the folder
 * itself or in `unified`, version 1 in folders named after controllers.
 */
void cgroup_mounts_find(const char *folder, struct cgroup_mounts *mounts);

#endif
