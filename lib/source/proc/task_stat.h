/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_TASK_STAT_H
#define DOTPROC_SOURCE_PROC_TASK_STAT_H

#include "lib/source/proc/task_reader.h"

/*
 * For needs_read(): reads a task's stat, in the units of struct task, and records it in
 * repeated scans (recall.h). `need`: NEED_STAT or NEED_ADDRESSES. Sets the name too. Returns as
 * needs_read().
 */
int task_stat_read(const struct task_reader *reader, need_t need);

#endif
