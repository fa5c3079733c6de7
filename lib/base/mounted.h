/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_BASE_MOUNTED_H
#define DOTPROC_BASE_MOUNTED_H

/*
 * Files that are mounted over those of procfs. LXCFS does so for containers: meminfo, stat, uptime,
 * loadavg and others then have the figures of the container.
 */

#include <stdbool.h>

/* Whether the file at `path` is of another file system than its folder, which is open as `dir`. */
bool file_is_mounted(int dir, const char *path);

#endif
