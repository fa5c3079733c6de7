/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_SYSTEM_INFO_H
#define DOTPROC_SOURCE_PROC_SYSTEM_INFO_H

/*
 * The clock and the host's few figures behind every task (lib/task/system_info.h).
 *
 * Of a live procfs the system is asked by system call. Of a recorded tree the files uptime, stat
 * (btime), meminfo and sys/kernel/pid_max tell them, as far as they are there.
 */

#include <stdbool.h>

#include "lib/source/proc/read.h"
#include "lib/task/system_info.h"

/* Fills *system for the tree that `dir` is open on. 0 or -ENOMEM. */
int system_info_read(int dir, bool live, struct read_buffer *buffer, struct system_info *system);

#endif
