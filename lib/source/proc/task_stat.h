/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_TASK_STAT_H
#define DOTPROC_SOURCE_PROC_TASK_STAT_H

#include "lib/source/proc/task_reader.h"

/*
 * What a task's stat says, in the units of struct task: read from the file or the leader's own file
 * (leader_stat.h), and kept in the records where those are (recall.h). `need`: NEED_STAT, and
 * whether with NEED_USAGE; NEED_ADDRESSES. The name comes with it. As needs_read().
 */
int task_stat_read(const struct task_reader *reader, need_t need);

#endif
