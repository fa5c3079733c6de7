/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_SYSTEM_INFO_H
#define DOTPROC_SOURCE_PROC_SYSTEM_INFO_H

/*
 * Fills struct system_info (lib/task/system_info.h).
 *
 * For a live procfs by system calls; for a recorded tree from its files uptime, stat (btime),
 * meminfo and sys/kernel/pid_max, where they exist.
 */

#include <stdbool.h>

#include "lib/source/proc/read.h"
#include "lib/task/system_info.h"

/* For the tree that `dir` is open on. 0 or -ENOMEM. */
int system_info_read(int dir, bool live, struct read_buffer *buffer, struct system_info *system);

#endif
