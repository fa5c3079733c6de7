/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_SOURCE_PROC_NEEDS_H
#define DOTPROC_SOURCE_PROC_NEEDS_H

/* Reads the files that have the groups of a need. */

#include "lib/source/proc/task_reader.h"

/*
 * Reads those groups of `need` that the task lacks. Strings are allocated in the snapshot's arena.
 * 0; -ENOMEM, -EMFILE or -ENFILE; or an error for which task_is_lost() is true, if one of the
 * NEED_SCANNED groups could not be read.
 */
int needs_read(const struct task_reader *reader, need_t need);

/*
 * For needs_read(), by details.c: reads these groups of NEED_DETAILS, figures that few columns
 * show; the task must have its struct task_details. 0, or an error for which task_is_lost() is
 * false.
 */
int details_read(const struct task_reader *reader, need_t need);

/*
 * The same, by task_stat.c: reads a task's stat, in the units of struct task, and records it in
 * repeated scans (recall.h). `need`: NEED_STAT or NEED_ADDRESSES. Sets the name too. Returns as
 * needs_read().
 */
int task_stat_read(const struct task_reader *reader, need_t need);

#endif
