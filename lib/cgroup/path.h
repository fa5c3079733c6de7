/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CGROUP_PATH_H
#define DOTPROC_CGROUP_PATH_H

/*
 * Paths of control groups, and the lines of /proc/PID/cgroup that have them: cgroups(7),
 * proc_cgroup_show() in kernel/cgroup/cgroup.c.
 *
 * A path may have any byte but newline and NUL: cgroup_mkdir().
 */

#include <stdbool.h>

#include "lib/base/span.h"

/* Bytes of a path with its NUL: PATH_MAX, which is the kernel's limit in /proc/PID/cgroup. */
#define CGROUP_PATH_SIZE 4096

/* The last component of a path, or the whole path if it has none: "/". */
const char *cgroup_last_component(const char *path);

/* Compares paths, a group directly before its descendants: < 0, 0 or > 0. */
int cgroup_compare_paths(const char *left, const char *right);

/* Whether a path in /proc/PID/cgroup or mountinfo leads out of its namespace: "/../other". */
bool cgroup_leads_out(const char *path);

/* Whether a comma-separated list of controllers has this name; an empty list has the name "". */
bool cgroup_controllers_have(struct span list, const char *name);

/*
 * Takes the next line, such as "4:cpu,cpuacct:/a/b", from the start of *groups: its controllers, of
 * which version 2 has none, and its path. Lines of another form are skipped. False if none is left.
 */
bool cgroup_line_next(const char **groups, struct span *controllers, struct span *path);

/*
 * The path in the line of a hierarchy, NULL if there is none; it ends with the line. `hierarchy` is
 * one of its controllers or names, "" for version 2.
 */
const char *cgroup_path_find(const char *groups, const char *hierarchy);

/*
 * Copies the path of version 2; "" if there is none, if it is too long, or if it leads out of the
 * cgroup namespace.
 */
void cgroup_path_copy_v2(const char *groups, char path[CGROUP_PATH_SIZE]);

/*
 * Whether a task is in the group `path` of a hierarchy or below it. `groups` are its lines; they
 * lack those of root groups, which have all tasks below them.
 */
bool cgroup_has_task(const char *hierarchy, const char *path, const char *groups);

#endif
