/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_PARSE_CGROUP_H
#define DOTPROC_SOURCE_PROC_PARSE_CGROUP_H

/* The lines of /proc/PID/cgroup (cgroups(7)): "hierarchy:controllers:path". */

#include <stddef.h>

/*
 * Joins the lines by commas, in place, leaving out those whose path is "/". The result is at most
 * `len` bytes and has no NUL; returns its length.
 */
size_t cgroup_join(char *text, size_t len);

#endif
