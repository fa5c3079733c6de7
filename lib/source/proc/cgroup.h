/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_CGROUP_H
#define DOTPROC_SOURCE_PROC_CGROUP_H

/* The lines of /proc/PID/cgroup (cgroups(7)): "hierarchy:controllers:path". */

#include <stddef.h>

/*
 * Joins the lines by commas, in place, without those whose path is "/", which say nothing. The
 * result is `len` bytes at most and has no NUL; returns its length.
 */
size_t cgroup_join(char *text, size_t len);

#endif
