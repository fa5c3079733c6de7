/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_SYSTEM_H
#define DOTPROC_SOURCE_PROC_SYSTEM_H

#include <stdbool.h>

#include "lib/source/proc/read.h"
#include "lib/task/system_info.h"

/*
 * Reads struct system_info from the tree that `dir` is open on: for a live procfs by system calls,
 * and the memory from a file that is mounted over its meminfo (lib/base/kernel.h); for a recorded
 * tree from its files uptime, stat (btime), meminfo and sys/kernel/pid_max, if they exist. 0 or
 * -ENOMEM.
 */
int system_info_read(int dir, bool live, struct read_buffer *buffer, struct system_info *system);

#endif
